import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'
import { baseHeaders } from './security-headers.ts'

/** Headers of every response that does not set its own: pages, files and objects do, APIs and errors do not. */
export function apiHeaders({ https }: { https: boolean }) {
  const headers = apiHeaderList({ https })
  return createMiddleware<Env>(async (c, next) => {
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
}

/** The headers of API responses: never a document, never in a frame, never kept by a proxy. */
export function apiHeaderList({ https }: { https: boolean }): [string, string][] {
  return [
    ...baseHeaders({ https }),
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
    ['Referrer-Policy', 'no-referrer'],
    // The response depends on the bearer.
    ['Cache-Control', 'no-store'],
  ]
}
