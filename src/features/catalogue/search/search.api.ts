import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { createSemaphore, type SemaphoreOptions } from '#platform/http/limits/places.ts'
import { searchGarments } from './search.contract.ts'
import { searchProducts } from './search-products.ts'

/** A small number of concurrent searches leaves the other connections to checkouts. */
const searching: SemaphoreOptions = {
  concurrency: 3,
  maxWaiting: 60,
  refuse: () => new AppError('busy', 'We’re busy just now. Please try your search again in a moment.'),
}

/** A function, since text operators are not leakproof: row-level security would prevent the use of their indexes. */
export function searchApi(): Hono<Env> {
  const runLimited = createSemaphore(searching)
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
