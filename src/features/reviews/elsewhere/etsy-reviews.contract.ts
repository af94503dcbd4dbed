import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'

const File = z.object({ json: z.string().max(8_000_000, 'A file has at most 8 MB.') })
const Figures = { count: z.int(), average: z.number() }
const Shown = z.object({ stars: z.int(), words: z.string(), month: z.string() })

/** The reviews of the shop on Etsy that pages show: all of them or none. */
export const readEtsyReviews = contract({
  name: 'etsy-reviews',
  method: 'GET',
  caller: 'everyone',
  response: z.object({ ...Figures, reviews: z.array(Shown) }),
})

/** What a file has. `unread`: entries that cannot be shown, by their places from 1. */
export const previewEtsyReviews = contract({
  name: 'preview-etsy-reviews',
  method: 'POST',
  caller: 'administrators',
  request: File,
  response: z.object({
    ...Figures,
    /** How many have each number of stars, of one first. */
    by_stars: z.array(z.int()),
    without_words: z.int(),
    unread: z.array(z.object({ entry: z.int(), why: z.string() })),
  }),
})

/** Shows the reviews of a file in place of the earlier ones. */
export const showEtsyReviews = contract({
  name: 'show-etsy-reviews',
  method: 'POST',
  caller: 'administrators',
  request: File,
  response: z.object({ shown: z.int() }),
})

export const hideEtsyReviews = contract({
  name: 'remove-etsy-reviews',
  method: 'POST',
  caller: 'administrators',
  response: z.object({ removed: z.int() }),
})
