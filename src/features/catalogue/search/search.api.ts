import { type Context, Hono, type Next } from 'hono'
import { z } from 'zod'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { createSemaphore, type SemaphoreOptions } from '#platform/http/limits/places.ts'
import { limit } from '#platform/http/limits/rate-limit.ts'
import { longestSearch } from './longest-search.ts'
import { searchProducts } from './search-products.ts'

const Query = z.object({ q: z.string().transform((words) => words.slice(0, longestSearch)) })

/** A small number of concurrent searches leaves the other connections to checkouts. */
const searching: SemaphoreOptions = {
  concurrency: 3,
  maxWaiting: 60,
  refuse: () => new AppError('busy', 'We’re busy just now. Please try your search again in a moment.'),
}

/**
 * Mounted at /functions/v1 and open to visitors: GET search-garments?q= returns `{ ids, match, meant, left }` (see
 * `SearchMatches`) of active garments. A function, since text operators are not leakproof, so row-level security would
 * prevent the use of their indexes. Refuses busy when sixty searches wait already.
 */
export function searchApi({ db }: { db: Db }): Hono<Env> {
  const runLimited = createSemaphore(searching)
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/search-garments', onlyOverHttp(limit('search', { perMinute: 120 })), async (c) => {
      c.header('Cache-Control', 'no-store')
      const { q } = Query.parse(c.req.query())
      return c.json(await runLimited(() => db.asService((tx) => searchProducts(tx, q))))
    })
}

/**
 * Applies the rate limit to network requests only: the website's own loaders call without one, on behalf of all
 * visitors.
 */
function onlyOverHttp(limited: ReturnType<typeof limit>) {
  return (c: Context<Env>, next: Next) => (c.env?.incoming ? limited(c, next) : next())
}
