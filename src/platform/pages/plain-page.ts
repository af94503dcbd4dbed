const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of a 503 whose page has no scripts and its styles inline, beside those of every page. */
export function plainPageHeaders(headers: readonly [string, string][], retryAfterSeconds: number): [string, string][] {
  return [
    ...headers,
    ['Content-Security-Policy', policy],
    ['Cache-Control', 'no-store'],
    ['Retry-After', String(retryAfterSeconds)],
  ]
}
