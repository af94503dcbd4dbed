import { createMiddleware } from 'hono/factory'
import type { Env } from '#platform/http/env.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { readSearchParams } from './search-params.ts'

/** Four a second for a minute: faster than two customers at one address press filters. */
const searches: Rate = { perMinute: 240 }

/**
 * Before the pages: how often one address may have a page made that searches for words, by whatever spelling of the shop's
 * own address. Pages without words cost PostgreSQL nothing and are not counted. Past it 429 is answered, in plain words.
 */
export function limitSearchedPages() {
  return createMiddleware<Env>(async (c, next) => {
    if (readSearchParams(new URL(c.req.url).searchParams).q === '') return next()
    if (await c.var.rateLimiter.consume('search-page', limitKey(c.var.clientIp), searches)) return next()
    c.header('Cache-Control', 'no-store')
    c.header('Retry-After', '60')
    return c.text('So many searches came from where you are that we have to pause. Please try again in a minute.', 429)
  })
}
