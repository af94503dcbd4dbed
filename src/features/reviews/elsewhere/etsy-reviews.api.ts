import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import * as contracts from './etsy-reviews.contract.ts'
import {
  countReviews,
  listEtsyReviews,
  readEtsyReviews,
  removeEtsyReviews,
  replaceEtsyReviews,
} from './etsy-reviews.ts'

/** The shop's reviews on Etsy: shown together, apart from those of buyers here. */
export function etsyReviewsApi(): Hono<Env> {
  return endpoints(
    handle(contracts.readEtsyReviews, async ({ db }) => {
      const reviews = await db.asService(listEtsyReviews)
      return { ...countReviews(reviews), reviews }
    }),
    handle(contracts.previewEtsyReviews, async ({ body: { json } }) => {
      const { reviews, unread } = readEtsyReviews(json)
      return {
        ...countReviews(reviews),
        by_stars: [1, 2, 3, 4, 5].map((stars) => reviews.filter((one) => one.stars === stars).length),
        without_words: reviews.filter(({ words }) => words === '').length,
        unread,
      }
    }),
    handle(contracts.showEtsyReviews, async ({ body: { json }, asCaller }) => {
      const { reviews } = readEtsyReviews(json)
      await asCaller((tx) => replaceEtsyReviews(tx, reviews))
      return { shown: reviews.length }
    }),
    handle(contracts.hideEtsyReviews, async ({ asCaller }) => ({ removed: await asCaller(removeEtsyReviews) })),
  )
}
