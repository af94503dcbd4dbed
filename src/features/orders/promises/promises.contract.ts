import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'

/**
 * Orders by their first promise: `kept` left on or before it, `broken` after it, or have not left although it is over, also
 * where they were cancelled after it. `open`: neither yet. Orders that were cancelled in time are in none.
 */
const Counts = z.object({ kept: z.int(), broken: z.int(), open: z.int() })

/** Days are 'YYYY-MM-DD'. */
const Broken = z.object({
  order_number: z.string(),
  promised: z.string(),
  /** The later days that the customer was given, with the reasons. */
  later: z.array(z.object({ to: z.string(), reason: z.string().nullable() })),
  /** Null: it has not left. */
  left_on: z.string().nullable(),
  /** The day on which it was cancelled or refunded in full; null: it was not. */
  ended_on: z.string().nullable(),
})

const Score = z.object({
  all: Counts,
  /** 'YYYY-MM' of the first promise, the newest first. */
  months: z.array(Counts.extend({ month: z.string() })),
  /** An order of two garments counts for both. Most orders first, at most 50. */
  garments: z.array(Counts.extend({ name: z.string() })),
  /** The latest first, at most 50. */
  broken: z.array(Broken),
  /** What shoppers read where the owner shows it; null below 30 orders. */
  sentence: z.string().nullable(),
})
export type Score = z.output<typeof Score>

/** The promises of the last twelve months, for the owner. */
export const readPromises = contract({
  name: 'promises',
  method: 'GET',
  caller: 'administrators',
  response: Score,
})

/** The sentence for shoppers; null while the owner does not show it, or below 30 orders. */
export const readPromiseScore = contract({
  name: 'promise-score',
  method: 'GET',
  caller: 'everyone',
  response: z.object({ sentence: z.string().nullable() }),
})
