import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { contract, time } from '#platform/http/contract.ts'
import { LinkDays } from './link-days.ts'

const Token = z.string().max(200)

/** `open`: it can be paid; `ended`: its time is over. */
const LinkState = z.enum(['open', 'paid', 'processing', 'ended', 'cancelled'])
export type LinkState = z.output<typeof LinkState>

/** What the page of a payment link shows. */
export const readPaymentLink = contract({
  name: 'payment-link',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ token: z.string().default('') }),
  response: z.object({
    state: LinkState,
    order_number: z.string(),
    ends_at: time,
    lines: z.array(z.object({ name: z.string(), size: z.string(), quantity: z.int(), total_pence: z.int() })),
    discount_pence: z.int(),
    /** Whether the discount is what was returned, of an exchange. */
    is_exchange: z.boolean(),
    /** Null where a delivery service is no part of it. */
    delivery: z.object({ label: z.string(), price_pence: z.int() }).nullable(),
    total_pence: z.int(),
    dispatch_by: z.string(),
    /** Whether the customer collects it: it is ready then, and does not leave. */
    is_collected: z.boolean(),
  }),
  refuses: ['not_found'],
})
export type PaymentLink = z.output<typeof readPaymentLink.response>

/** Opens the payment page of a link, a new one where the last has expired. */
export const openPaymentLink = contract({
  name: 'open-payment-link',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: Token }),
  response: z.object({ url: z.string() }),
  refuses: ['not_found', 'conflict', 'amount_too_small', 'payment_provider_down', 'payment_refused'],
})

const Order = z.object({ order_number: OrderNumber })

/** The payment link of an order; null where it has none. */
export const readOrderLink = contract({
  name: 'order-payment-link',
  method: 'GET',
  caller: 'administrators',
  query: Order,
  response: z.object({ link: z.object({ state: LinkState, ends_at: time, url: z.string() }).nullable() }),
  refuses: ['not_found'],
})

/** Gives a link more time and sends it again. What it holds is held anew, at the price it had. */
export const renewPaymentLink = contract({
  name: 'renew-payment-link',
  method: 'POST',
  caller: 'administrators',
  request: Order.extend({ days: LinkDays }),
  response: z.object({ ends_at: time }),
  refuses: ['not_found', 'conflict', 'unavailable', 'reserved', 'discount_invalid'],
})

/** Ends a link: nothing can be paid by it, and what it held is free. */
export const endPaymentLink = contract({
  name: 'end-payment-link',
  method: 'POST',
  caller: 'administrators',
  request: Order,
  response: z.object({ state: LinkState }),
  refuses: ['not_found', 'conflict', 'payment_provider_down', 'payment_refused'],
})

/** Takes back that a link was ended: it is open again, without another e-mail. */
export const undoEndPaymentLink = contract({
  name: 'undo-end-payment-link',
  method: 'POST',
  caller: 'administrators',
  request: Order,
  response: z.object({ undone: z.literal(true) }),
  refuses: ['not_found', 'conflict', 'unavailable', 'reserved', 'discount_invalid'],
})

/** The money of a link's order came in cash or by bank transfer instead. */
export const takeByHand = contract({
  name: 'take-payment-by-hand',
  method: 'POST',
  caller: 'administrators',
  request: Order.extend({ payment: z.enum(['cash', 'bank']) }),
  response: z.object({ taken: z.literal(true) }),
  refuses: ['not_found', 'conflict', 'payment_provider_down', 'payment_refused'],
})

/** Takes that back until the confirmation leaves: the order waits for its payment again. */
export const undoTakeByHand = contract({
  name: 'undo-payment-by-hand',
  method: 'POST',
  caller: 'administrators',
  request: Order,
  response: z.object({ undone: z.literal(true) }),
  refuses: ['not_found', 'conflict', 'discount_invalid'],
})
