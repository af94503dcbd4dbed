import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'
import { addHandOrder, quoteHandOrder } from '../by-hand/hand-order.contract.ts'

const Token = z.string().max(200)
const { items } = quoteHandOrder.request.shape
const refuses = [
  'not_found',
  'conflict',
  'amount_too_small',
  'country_unavailable',
  'reserved',
  'shop_closed',
  'unavailable',
]

// Of the holder of the order's link, until the order is begun.

/** What garments cost that are added to an order, and the day on which all of it leaves then. */
export const quoteAddition = contract({
  name: 'quote-addition',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: Token, items }),
  response: quoteHandOrder.response,
  refuses,
})

/** Adds garments to an order, to be paid by a payment link. Two requests with one `request_id` add once. */
export const addToOrder = contract({
  name: 'add-to-order',
  method: 'POST',
  caller: 'everyone',
  request: z.object({
    token: Token,
    items,
    request_id: z.uuid().toLowerCase(),
    total_pence: z.int(),
    dispatch_by: addHandOrder.request.shape.dispatch_by,
  }),
  response: z.object({
    /** Of the payment link's page. */
    pay_path: z.string(),
  }),
  refuses: [...refuses, 'day_changed', 'price_changed'],
})
