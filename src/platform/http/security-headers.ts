/** Headers of every page and file. A checkout opens a tab, so its opener policy allows pop-ups. */
export function securityHeaders({ https }: { https: boolean }): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['X-Frame-Options', 'DENY'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
  ]
  return https ? [...headers, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] : headers
}
