import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'

/** Headers of every answer that is data and no page: never sniffed, framed, run as a document, or kept by a cache on the way. */
export function apiHeaders({ https }: { https: boolean }) {
  const headers = apiHeaderList({ https })
  return createMiddleware<Env>(async (c, next) => {
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
}

/** Each stands where the answer does not say otherwise. */
export function apiHeaderList({ https }: { https: boolean }): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
    ['Referrer-Policy', 'no-referrer'],
    // The same address answers differently to each bearer.
    ['Cache-Control', 'no-store'],
  ]
  if (https) headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers
}
