import { z } from 'zod'
import { contract, rowOf } from '#platform/http/contract.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { OrderNumber } from '../order-number.ts'
import type { OwnerReturns } from './admin/owner-returns.ts'
import { type CustomerReturn, longestReason, mostPhotographs } from './return.ts'

const Token = z.string().max(200)

/** A return by the holder of the order's link; a second request of one `id` changes nothing. Returns all of the order. */
export const requestReturn = contract({
  name: 'request-return',
  method: 'POST',
  caller: 'everyone',
  request: z.object({
    token: Token,
    /** From the browser, so that a repeated press declares one return. */
    id: z.uuid().toLowerCase(),
    kind: z.enum(['withdrawal', 'fault', 'other']),
    lines: z
      .array(z.object({ id: z.int().positive(), quantity: z.int().min(1).max(20) }))
      .min(1, 'Please choose at least one garment.')
      .max(100),
    reason: writtenText(longestReason, `Please keep it to ${longestReason} characters.`)
      .nullish()
      .transform((text) => text || null),
    photographs: z
      .array(z.string().max(100))
      .max(mostPhotographs, `Please choose at most ${mostPhotographs} photographs.`)
      .default([]),
  }),
  response: z.object({ returns: z.array(rowOf<CustomerReturn>('CustomerReturn')) }),
  refuses: ['not_found', 'conflict'],
})

/** A name and a token with which the browser uploads one photograph to the bucket. */
export const reservePhotograph = contract({
  name: 'return-photograph',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: Token }),
  response: z.object({ name: z.string(), token: z.string() }),
  refuses: ['not_found'],
})

/** The returns of all orders of the customer's account. */
export const readMyReturns = contract({
  name: 'my-returns',
  method: 'GET',
  caller: 'users',
  response: z.object({
    returns: z.array(rowOf<CustomerReturn & { order_id: string }>('CustomerReturn & { order_id: string }')),
  }),
})

/** The returns of an order; without a number the newest of all. */
export const readReturns = contract({
  name: 'returns',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ order_number: OrderNumber.optional() }),
  response: rowOf<OwnerReturns>('OwnerReturns'),
})

/** Moves a return on. A refund is POST refund-return. */
export const moveReturn = contract({
  name: 'change-return',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    id: z.uuid(),
    version: z.int(),
    state: z.enum(['received', 'inspected', 'refused']),
    answer: writtenText(longestReason, `Please keep it to ${longestReason} characters.`)
      .nullish()
      .transform((text) => text || null),
  }),
  response: z.object({ changed: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})
