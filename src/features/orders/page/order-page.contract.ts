import { z } from 'zod'
import { contract, rowOf } from '#platform/http/contract.ts'
import { OrderNumber } from '../order-number.ts'
import type { BoughtOrder, OrderPageResponse } from './order-page.ts'

/** The order of a link, for its holder. `details.reason` of a refusal: `ended` for a link whose time is over. */
export const readOrderPage = contract({
  name: 'order-page',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ token: z.string().default('') }),
  response: rowOf<OrderPageResponse>('OrderPage'),
  refuses: ['not_found'],
})

/** A paid order, for the browser that has the cart's id. */
export const readBoughtOrder = contract({
  name: 'bought-order',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ session_id: z.string().regex(/^[\w-]{1,200}$/), cart_id: z.uuid() }),
  response: rowOf<BoughtOrder>('BoughtOrder'),
  refuses: ['not_found'],
})

/** The path of the page of the customer's own order. */
export const findMyOrderPage = contract({
  name: 'my-order-page',
  method: 'GET',
  caller: 'users',
  query: z.object({ order_number: OrderNumber }),
  response: z.object({ path: z.string() }),
  refuses: ['not_found'],
})
