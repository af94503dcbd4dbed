import { createMiddleware } from 'hono/factory'
import type { Env } from '#platform/http/env.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { readSearchParams } from './search-params.ts'

/** Four per second for a minute: faster than two customers at one IP address press filters. */
const searches: Rate = { perMinute: 240 }

/**
 * Middleware before the pages: limits how many pages with search words one IP address may request, in any spelling of
 * the URL. Pages without words cost PostgreSQL nothing and are not counted. Beyond the limit it answers 429 with a
 * plain text.
 */
export function limitSearchedPages() {
  return createMiddleware<Env>(async (c, next) => {
    if (readSearchParams(new URL(c.req.url).searchParams).q === '') return next()
    if (await c.var.rateLimiter.consume('search-page', limitKey(c.var.clientIp), searches)) return next()
    c.header('Cache-Control', 'no-store')
    c.header('Retry-After', '60')
    return c.text('You’ve searched a lot in a short time. Please try again in a minute.', 429)
  })
}
