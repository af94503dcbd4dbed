import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'
import { addHandOrder, quoteHandOrder } from '../by-hand/hand-order.contract.ts'

const refuses = ['not_found', 'conflict', 'amount_too_small', 'country_unavailable', 'reserved', 'unavailable']

/** The return as the owner saw it, and what is made in its place. */
const exchanged = {
  id: z.uuid(),
  version: z.int(),
  items: quoteHandOrder.request.shape.items,
}

/** What an exchange costs now; nothing is written. */
export const quoteExchange = contract({
  name: 'quote-exchange',
  method: 'POST',
  caller: 'administrators',
  request: z.object(exchanged),
  response: quoteHandOrder.response.omit({ first_dispatch_by: true }).extend({
    /** What the return is worth; `discount_pence` of it pays for the garments. */
    worth_pence: z.int(),
    /** What the customer pays; below zero what she gets back. */
    difference_pence: z.int(),
  }),
  refuses,
})
export type ExchangeQuote = z.output<typeof quoteExchange.response>

/**
 * Exchanges a return: an order in its place is written down, and the difference is paid by a link, in cash or by bank
 * transfer, or is refunded. Two requests with one `request_id` make one order.
 */
export const exchangeReturn = contract({
  name: 'exchange-return',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    ...exchanged,
    request_id: z.uuid().toLowerCase(),
    /** How a difference is paid; nothing where there is none. */
    payment: z.enum(['cash', 'bank', 'link']),
    link_days: addHandOrder.request.shape.link_days,
    /** The difference that the owner saw. */
    difference_pence: z.int(),
    dispatch_by: addHandOrder.request.shape.dispatch_by,
  }),
  response: addHandOrder.response,
  refuses: [...refuses, 'day_changed', 'price_changed'],
})
