import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'

/** Headers of every API response: no sniffing, no framing, no execution as a document, no caching by proxies. */
export function apiHeaders({ https }: { https: boolean }) {
  const headers = apiHeaderList({ https })
  return createMiddleware<Env>(async (c, next) => {
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
}

/** The headers of API responses. Each applies unless the handler sets its own. */
export function apiHeaderList({ https }: { https: boolean }): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
    ['Referrer-Policy', 'no-referrer'],
    // The response depends on the bearer.
    ['Cache-Control', 'no-store'],
  ]
  if (https) headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers
}
