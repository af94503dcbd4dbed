import { z } from 'zod'
import { pence } from '#base/money.ts'
import { contract } from '#platform/http/contract.ts'
import { normalCode } from './discount-codes.ts'

const mostCodes = 100

/**
 * The revenue of discount codes. An order counts for the code it was sold with, also after that code was deleted and
 * added again.
 */
export const readRevenue = contract({
  name: 'discount-takings',
  method: 'GET',
  caller: 'administrators',
  query: z.object({
    /** Separated by commas. */
    codes: z
      .string()
      .max(mostCodes * 41)
      .default('')
      .transform((text) => [...new Set(text.split(',').map(normalCode))].filter((code) => code !== null))
      .pipe(z.array(z.string()).max(mostCodes)),
  }),
  response: z.object({
    /** The shop's clock. */
    now: z.string(),
    /** Paid orders, and their sum less refunds; codes without orders are left out. */
    takings: z.record(z.string(), z.object({ orders: z.int(), total_pence: z.int().transform(pence) })),
  }),
})
export type DiscountRevenue = z.output<typeof readRevenue.response>
