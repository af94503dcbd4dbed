import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { changeReview, listReviews } from '../reviews.contract.ts'
import { applyChange } from './change-review.ts'
import { findReviews } from './list-reviews.ts'

/** Reviews for the owner. */
export function reviewsApi({ queue }: { queue: Queue }): Hono<Env> {
  return endpoints(
    handle(listReviews, ({ db }) => db.asService(findReviews)),
    handle(changeReview, async ({ body, asCaller }) => {
      await asCaller((tx) => applyChange(tx, queue, body))
      return { changed: true }
    }),
  )
}
