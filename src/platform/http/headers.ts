import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { dataPolicy } from '#platform/pages/content-security-policy.ts'
import type { Env } from './env.ts'

/** The type of a request's body, in lower case and without its parameters; empty without one. */
export function mediaTypeOf(c: Context<Env>): string {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

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
    ['Content-Security-Policy', dataPolicy],
    ['Referrer-Policy', 'no-referrer'],
    // The response depends on the bearer.
    ['Cache-Control', 'no-store'],
  ]
}

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

/**
 * Headers of every response, from a page to an error: no sniffing, no reading by another site's elements, no device.
 * Over https a browser that was here once never comes without it.
 */
function baseHeaders({ https }: { https: boolean }): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', noDevices],
  ]
  return https ? [...headers, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] : headers
}

/** Headers of every page and built file. The opener policy allows pop-ups, because payment pages open in a tab. */
export function securityHeaders({ https }: { https: boolean }): [string, string][] {
  return [
    ...baseHeaders({ https }),
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['X-Frame-Options', 'DENY'],
  ]
}

/** What no page of the shop uses; passkeys, sharing and the clipboard stay with the page itself. */
const noDevices = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'serial'],
  ...['usb', 'xr-spatial-tracking'],
]
  .map((device) => `${device}=()`)
  .join(', ')
