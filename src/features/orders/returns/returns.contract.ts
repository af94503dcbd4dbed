import { z } from 'zod'
import { contract, rowOf } from '#platform/http/contract.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { OrderNumber } from '../order-number.ts'
import type { OwnerReturns } from './admin/owner-returns.ts'
import { type CustomerReturn, longestReason, mostPhotographs } from './return.ts'

const Token = z.string().max(200)

/** The pieces of each line, by the line's id. */
const Lines = z
  .array(z.object({ id: z.int().positive(), quantity: z.int().min(1).max(20) }))
  .min(1, 'Please choose at least one garment.')
  .max(100)
const Reason = writtenText(longestReason, `Please keep it to ${longestReason} characters.`)
  .nullish()
  .transform((text) => text || null)

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
    lines: Lines,
    reason: Reason,
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

/** The returns of an order, with what the owner may record of it; without a number the newest of all. */
export const readReturns = contract({
  name: 'returns',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ order_number: OrderNumber.optional() }),
  response: rowOf<OwnerReturns>('OwnerReturns'),
})

/**
 * Records a return that the customer declared by e-mail or telephone; a second request of one `id` changes nothing. A
 * withdrawal from an order that is not begun cancels and refunds at once (`stopped`), which `cancels` agrees to.
 */
export const recordReturn = contract({
  name: 'record-return',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    id: z.uuid().toLowerCase(),
    order_number: OrderNumber,
    kind: z.enum(['withdrawal', 'fault', 'other']),
    lines: Lines,
    reason: Reason,
    /** The day on which the customer declared it. */
    day: z.iso.date('Please choose a day.'),
    cancels: z.boolean().default(false),
  }),
  response: z.object({ stopped: z.boolean() }),
  refuses: ['not_found', 'conflict'],
})

/** Takes back a return that the owner recorded, until its e-mail leaves. */
export const undoReturn = contract({
  name: 'undo-return',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ id: z.uuid() }),
  response: z.object({ undone: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
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
    answer: Reason,
  }),
  response: z.object({ changed: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})
