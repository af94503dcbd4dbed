/** Headers of every page and file. The opener policy allows pop-ups, because payment pages open in a tab. */
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
