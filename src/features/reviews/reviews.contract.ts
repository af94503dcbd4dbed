import { z } from 'zod'
import { heightBounds } from '#features/catalogue/sizes/size.ts'
import { contract } from '#platform/http/contract.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { keptLine } from '#platform/text/kept-text.ts'
import {
  declineReasons,
  fits,
  longestAnswer,
  longestName,
  longestNote,
  longestWords,
  mostPhotographs,
} from './review.ts'

const State = z.enum(['waiting', 'published', 'declined'])
export type ReviewState = z.output<typeof State>
const Fit = z.enum(fits)
const Reason = z.enum(declineReasons)

/** A review as its writer sees it. `photographs`: names of objects. */
const OwnReview = z.object({
  state: State,
  stars: z.int(),
  fit: Fit,
  words: z.string(),
  height_cm: z.int().nullable(),
  name: z.string(),
  photographs: z.array(z.string()),
  declined_reason: Reason.nullable(),
  declined_note: z.string().nullable(),
  answer: z.string().nullable(),
})
export type OwnReview = z.output<typeof OwnReview>

/**
 * A review as the owner sees it. Until it is decided, and while it is left out, it has no stars and no fit: so neither
 * can count in the decision.
 */
const OwnerReview = OwnReview.extend({
  id: z.string(),
  order_number: z.string(),
  garment: z.string(),
  slug: z.string(),
  stars: z.int().nullable(),
  fit: Fit.nullable(),
  size: z.string(),
  written_at: z.string(),
  published_at: z.string().nullable(),
  version: z.int(),
  /** The decisions about it, the newest first. `by`: an administrator's address; null for the customer. */
  history: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      by: z.string().nullable(),
      state: State,
      reason: Reason.nullable(),
      answered: z.boolean(),
    }),
  ),
})
export type OwnerReview = z.output<typeof OwnerReview>

export const listReviews = contract({
  name: 'reviews',
  method: 'GET',
  caller: 'administrators',
  response: z.object({
    reviews: z.array(OwnerReview),
    waiting: z.int(),
    published: z.int(),
    /** By reason: the figure that shows how the rules were kept. */
    declined: z.record(Reason, z.int()),
    /** Review requests that were sent. */
    asked: z.int(),
  }),
})
export type OwnerReviews = z.output<typeof listReviews.response>

const Known = { id: z.uuid(), version: z.int() }

/** What the owner does with a review. A decision names no stars, and a review that waits is sent without them. */
export const changeReview = contract({
  name: 'change-review',
  method: 'POST',
  caller: 'administrators',
  request: z.discriminatedUnion('action', [
    z.strictObject({ ...Known, action: z.literal('publish') }),
    z.strictObject({
      ...Known,
      action: z.literal('decline'),
      reason: z.enum(declineReasons, 'Please choose one of the four reasons.'),
      note: writtenText(longestNote, `Please keep it to ${longestNote} characters.`).refine(
        (note) => note !== '',
        'Please say which words: the customer gets it by e-mail.',
      ),
    }),
    z.strictObject({
      ...Known,
      action: z.literal('answer'),
      /** Nothing takes the answer away. */
      answer: writtenText(longestAnswer, `Please keep it to ${longestAnswer} characters.`).transform(
        (answer) => answer || null,
      ),
    }),
  ]),
  response: z.object({ changed: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})
export type ReviewChange = z.output<typeof changeReview.request>

/** A line of an order with its review. `height_cm`: the height it was hemmed for. */
const ReviewLine = z.object({
  id: z.int(),
  name: z.string(),
  size: z.string(),
  slug: z.string(),
  image_url: z.string().nullable(),
  height_cm: z.int().nullable(),
  review: OwnReview.nullable(),
})
export type ReviewLine = z.output<typeof ReviewLine>

/** All that the review page of an order shows. Days are 'YYYY-MM-DD'. */
const ReviewPageFacts = z.object({
  order_number: z.string(),
  /** Empty where the order's name has none. */
  first_name: z.string(),
  /** Whether the order has arrived. */
  is_open: z.boolean(),
  /** The latest day of its arrival, while it is on its way. */
  opens_after: z.string().nullable(),
  /** Whether its address may get review requests for later orders. */
  asks: z.boolean(),
  lines: z.array(ReviewLine),
})
export type ReviewPageFacts = z.output<typeof ReviewPageFacts>

const Token = z.string().max(200)
const Line = z.object({ token: Token, line: z.int().positive() })
const ofLink = z.object({ token: z.string().default('') })
const heightMessage = `Please give your height in whole centimetres, from ${heightBounds[0]} to ${heightBounds[1]}, or leave it out.`

export const readReviewPage = contract({
  name: 'review-page',
  method: 'GET',
  caller: 'everyone',
  query: ofLink,
  response: ReviewPageFacts,
  refuses: ['not_found'],
})

/** The path of the review page, for the holder of the order's page; null until the order has arrived. */
export const readReviewPath = contract({
  name: 'review-path',
  method: 'GET',
  caller: 'everyone',
  query: ofLink,
  response: z.object({ path: z.string().nullable() }),
  refuses: ['not_found'],
})

export const saveReview = contract({
  name: 'save-review',
  method: 'POST',
  caller: 'everyone',
  request: Line.extend({
    stars: z.int('Please choose from one to five stars.').min(1).max(5),
    fit: z.enum(fits, 'Please say how the size came up.'),
    words: text({ max: longestWords, missing: 'Please write a few words: they help others the most.' }),
    height_cm: z.int(heightMessage).min(heightBounds[0], heightMessage).max(heightBounds[1], heightMessage).nullish(),
    name: text({ max: longestName, missing: 'Please give the name to show. A first name is enough.' }).transform(
      keptLine,
    ),
    photographs: z
      .array(z.string().max(200))
      .max(mostPhotographs, `Please choose at most ${mostPhotographs} photographs.`)
      .default([]),
    consent: z.literal(true, 'Please agree that we may publish it. Without that we can’t.'),
  }),
  response: ReviewPageFacts,
  refuses: ['not_found', 'conflict'],
})

export const eraseReview = contract({
  name: 'erase-review',
  method: 'POST',
  caller: 'everyone',
  request: Line,
  response: ReviewPageFacts,
  refuses: ['not_found'],
})

export const wishRequests = contract({
  name: 'review-requests',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: Token, wanted: z.boolean() }),
  response: ReviewPageFacts,
  refuses: ['not_found'],
})

/** Returns a name and a token, with which the browser uploads one photograph. */
export const reservePhotograph = contract({
  name: 'review-photograph',
  method: 'POST',
  caller: 'everyone',
  request: Line,
  response: z.object({ name: z.string(), token: z.string() }),
  refuses: ['not_found'],
})

function text({ max, missing }: { max: number; missing: string }) {
  return z
    .string(missing)
    .pipe(writtenText(max, `Please keep it to ${max} characters.`))
    .refine((text) => text !== '', missing)
}
