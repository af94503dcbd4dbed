import { z } from 'zod'
import { parseTyped, pence } from '#base/money.ts'
import { poundsJson } from '#base/pounds-json.ts'
import { DelayChoice } from '#features/orders/delays/delay-choice.ts'
import { OrderNumber } from '#features/orders/order-number.ts'
import { contract, rowOf } from '#platform/http/contract.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'
import type { OrderMoneyResponse } from './read-order-money.ts'
import { refundReasons } from './request-refund.ts'

/** '12.5', 12.5 or '£12.50' as 1,250 pence. Refuses bad_request for anything else. */
const Amount = z.union([z.number(), z.string()]).transform((amount) => {
  const read = parseTyped(amount)
  if (read === null || read < 1) throw fieldError('amount', 'Please enter an amount in pounds, such as 12.50.')
  return read
})

/** Free text; null where empty. */
const Note = z
  .string()
  .trim()
  .max(1000, 'Please keep it to 1,000 characters.')
  .nullish()
  .transform((text) => text?.replaceAll(/[^\P{Cc}\n]/gu, ' ') || null)

const Lines = z
  .array(z.object({ position: z.int().min(0).max(1000), quantity: z.int().min(1).max(20) }))
  .max(100)
  .refine(
    (lines) => new Set(lines.map(({ position }) => position)).size === lines.length,
    'Please list each garment once.',
  )

const Reason = z.enum(refundReasons, 'Please choose a reason.')
const Refunded = z.object({ refund_id: z.string().nullable() })
const changedMoney = rowOf<OrderMoneyResponse & { refund_id: string | null }>(
  'OrderMoney & { refund_id: string | null }',
)
const refuses = ['not_found', 'conflict']
/** Cancelling closes the order's payment page first. */
const refusesToCancel = [...refuses, 'payment_provider_down', 'payment_refused']

/** An order's payment, refunds and disputes. */
export const readOrderMoney = contract({
  name: 'order-money',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ order_number: OrderNumber }),
  response: rowOf<OrderMoneyResponse>('OrderMoney'),
  refuses: ['not_found'],
})

/** Two requests with one `request_id` make one refund. */
export const refundOrder = contract({
  name: 'refund-order',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    order_number: OrderNumber,
    /** Pounds, or null for the rest. */
    amount: Amount.nullable(),
    reason: Reason,
    note: Note,
    request_id: z.uuid().optional(),
  }),
  response: changedMoney,
  refuses,
})

export const cancelOrder = contract({
  name: 'cancel-order',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    order_number: OrderNumber,
    reason: Note,
    refund: z.boolean(),
    request_id: z.uuid().optional(),
  }),
  response: changedMoney,
  refuses: refusesToCancel,
})

const garments = z.object({
  order_number: OrderNumber,
  note: Note,
  /** Pounds that the owner confirmed; without it, what the pieces cost. */
  amount: Amount.optional(),
  request_id: z.uuid().toLowerCase(),
})

/** Cancels pieces before dispatch. Two requests with one `request_id` act once, here and in refund-lines. */
export const cancelLines = contract({
  name: 'cancel-lines',
  method: 'POST',
  caller: 'administrators',
  request: garments.extend({
    version: z.int().positive(),
    lines: Lines.min(1, 'Please choose a garment.'),
    refund: z.boolean(),
  }),
  response: Refunded,
  refuses,
})

/** Refunds pieces without changing the order. */
export const refundLines = contract({
  name: 'refund-lines',
  method: 'POST',
  caller: 'administrators',
  request: garments
    .extend({ lines: Lines, with_delivery: z.boolean().default(false), reason: Reason })
    .refine(({ lines, with_delivery }) => lines.length > 0 || with_delivery, {
      path: ['lines'],
      message: 'Please choose a garment.',
    }),
  response: Refunded,
  refuses,
})

/** Requests the refund of a return and settles it in one transaction. */
export const refundReturn = contract({
  name: 'refund-return',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    id: z.uuid(),
    version: z.int(),
    /** Pounds, not negative; 0 where the money went back before. */
    amount: z.union([z.number(), z.string().max(20)]),
    request_id: z.uuid(),
  }),
  response: z.object({ refunded: z.literal(true) }),
  refuses,
})

const Cancelled = z.object({
  order_number: z.string(),
  refund_pence: z.int().transform(pence),
  /** The same in pounds, for open tabs of the former version: without it they show an error. */
  refund: poundsJson,
})

/** A customer's own order, until production starts, with a full refund. A cancelled one is left as it is. */
export const cancelMyOrder = contract({
  name: 'cancel-my-order',
  method: 'POST',
  caller: 'users',
  request: z.object({ order_number: OrderNumber }),
  response: Cancelled,
  refuses: refusesToCancel,
})

/** The same for the holder of the order's link. */
export const cancelOrderByLink = contract({
  name: 'cancel-order-by-link',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: z.string().max(200) }),
  response: Cancelled,
  refuses: refusesToCancel,
})

/** A delay, for the holder of the e-mail's link. */
export const readDelay = contract({
  name: 'answer-delay',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ token: z.string().default('') }),
  response: DelayChoice,
  refuses: ['not_found'],
})

/** The first answer counts; a later one gets what it led to. */
export const answerDelay = contract({
  name: 'answer-delay',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: z.string().max(200), answer: z.enum(['keep', 'cancel']) }),
  response: DelayChoice,
  refuses: ['not_found'],
})
