import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const allowed =
  'authorization, apikey, content-type, x-client-info, x-supabase-api-version, accept, accept-profile, content-profile, ' +
  'prefer, range, range-unit, x-upsert, x-metadata, cache-control, x-retry-count, x-region, x-request-id, traceparent, tracestate, baggage'
const exposed =
  'X-Supabase-Api-Version, Content-Range, X-Total-Count, Link, x-relay-error, Content-Location, Content-Disposition, ETag, ' +
  'X-Sb-Error-Code, Preference-Applied, Retry-After, X-Request-Id'

/** Headers for a request without an Origin. */
export function ownHeaders(siteUrl: string): Record<string, string> {
  return { 'Access-Control-Allow-Origin': new URL(siteUrl).origin, 'Access-Control-Expose-Headers': exposed }
}

/**
 * Lets pages of the application's own origins read API responses, errors included, and responds to every preflight
 * without key or token. Another origin gets the application's origin, so its browser blocks the response. Cookies are
 * never used.
 */
export function cors({ siteUrl, isOwnOrigin }: { siteUrl: string; isOwnOrigin: (origin: string) => boolean }) {
  const own = ownHeaders(siteUrl)
  return createMiddleware<Env>(async (c, next) => {
    const origin = c.req.header('origin')
    const headers = {
      ...own,
      ...(origin && isOwnOrigin(origin) && { 'Access-Control-Allow-Origin': origin }),
    }
    if (c.req.method === 'OPTIONS') {
      const preflight = {
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': allowed,
        'Access-Control-Max-Age': '3600',
        Vary: 'Origin',
      }
      return new Response(null, { status: 204, headers: { ...headers, ...preflight } })
    }
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    c.res.headers.append('Vary', 'Origin')
  })
}
