import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { createSemaphore } from '#platform/http/limits/places.ts'
import { searchGarments } from './search.contract.ts'
import { readSearchParams } from './search-params.ts'
import { searchProducts } from './search-products.ts'

/** A function, since text operators are not leakproof: row-level security would prevent the use of their indexes. */
export function searchApi(): Hono<Env> {
  // A small number of concurrent searches leaves the other connections to checkouts.
  const runLimited = createSemaphore({
    concurrency: 3,
    maxWaiting: 60,
    refuse: () => new AppError('busy', 'We’re busy just now. Please try your search again in a moment.'),
  })
  return endpoints(
    handle(searchGarments, async ({ c, db, query }) => {
      // The website's own loaders call without a network, on behalf of all visitors.
      const { clientIp, rateLimiter } = c.var
      if (c.env?.incoming && !(await rateLimiter.consume('search', limitKey(clientIp), { perMinute: 120 })))
        throw new AppError('over_request_rate_limit', 'Request rate limit reached')
      return runLimited(() => db.asService((tx) => searchProducts(tx, query.q)))
    }),
  )
}

/**
 * Middleware before the pages: limits how many pages with search words one IP address may request, in any spelling of
 * the URL. Pages without words cost PostgreSQL nothing and are not counted. Beyond the limit it answers 429 with a
 * plain text.
 */
export function limitSearchedPages() {
  return createMiddleware<Env>(async (c, next) => {
    if (readSearchParams(new URL(c.req.url).searchParams).q === '') return next()
    // Four per second for a minute: faster than two customers at one IP address press filters.
    const isAllowed = await c.var.rateLimiter.consume('search-page', limitKey(c.var.clientIp), { perMinute: 240 })
    if (isAllowed) return next()
    c.header('Cache-Control', 'no-store')
    c.header('Retry-After', '60')
    return c.text('You’ve searched a lot in a short time. Please try again in a minute.', 429)
  })
}
