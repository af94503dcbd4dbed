import { z } from 'zod'
import type { OrderNote } from '#features/orders/order-note.ts'
import { OrderNumber } from '#features/orders/order-number.ts'
import { contract, rowOf, textFile } from '#platform/http/contract.ts'
import { type ChangeResult, ChangesBody } from './change-orders.ts'
import type { CutList } from './cut-list.ts'
import { ReviewsQuery } from './list-reviews.ts'
import type { OrderDetails } from './order-details.ts'
import { FactsQuery, type OrderFacts } from './order-facts.ts'
import { OrderQuery } from './order-filter.ts'
import type { OrderRow } from './order-row.ts'
import { OwnerNoteBody } from './owner-note.ts'
import type { PackingSlips } from './packing-slips.ts'
import { PrintQuery } from './print-orders.ts'

/** Fifty orders of a view. */
export const listOrders = contract({
  name: 'orders',
  method: 'GET',
  caller: 'administrators',
  query: OrderQuery.extend({ cursor: z.string().max(200).optional() }),
  response: z.object({
    orders: z.array(rowOf<OrderRow>('Order')),
    /** Where the next page begins; null: this was the last. */
    next: z.string().nullable(),
  }),
})

/**
 * The number of orders in each view, at most `maxCounted`. `unpaid_open`: of the unpaid, those with an open payment
 * page.
 */
export const readOrderCounts = contract({
  name: 'order-counts',
  method: 'GET',
  caller: 'administrators',
  response: z.object({
    to_make: z.int(),
    in_progress: z.int(),
    to_dispatch: z.int(),
    late: z.int(),
    attention: z.int(),
    unpaid_open: z.int(),
  }),
})
export type OrderCounts = z.output<typeof readOrderCounts.response>

/** One order with its lines and its timeline, which begins with the latest entry. */
export const readOrder = contract({
  name: 'order-details',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ order_number: OrderNumber }),
  response: rowOf<OrderDetails>('OrderDetails'),
  refuses: ['not_found'],
})

/** The open notes of these orders, by id: the table grants them to no role. */
export const readOrderReviews = contract({
  name: 'order-reviews',
  method: 'GET',
  caller: 'administrators',
  query: ReviewsQuery,
  response: z.object({ reviews: z.record(z.string(), z.array(rowOf<OrderNote>('OrderNote'))) }),
})

/** What a new status of up to 100 orders leads to. */
export const readFacts = contract({
  name: 'order-facts',
  method: 'GET',
  caller: 'administrators',
  query: FactsQuery,
  response: z.object({ facts: z.array(rowOf<OrderFacts>('OrderFacts')) }),
})

export const readCutList = contract({
  name: 'cut-list',
  method: 'GET',
  caller: 'administrators',
  query: PrintQuery,
  response: rowOf<CutList>('CutList'),
})

export const readPackingSlips = contract({
  name: 'packing-slips',
  method: 'GET',
  caller: 'administrators',
  query: PrintQuery,
  response: rowOf<PackingSlips>('PackingSlips'),
})

/** The CSV of GET orders. Refuses busy while two are running. */
export const exportOrderList = contract({
  name: 'export-orders',
  method: 'GET',
  caller: 'administrators',
  query: OrderQuery,
  response: textFile,
})

/** The owner's own note on an order. After a conflict `details.note` is the present one. */
export const writeOwnerNote = contract({
  name: 'owner-note',
  method: 'POST',
  caller: 'administrators',
  request: OwnerNoteBody,
  response: z.object({ note: z.string().nullable() }),
  refuses: ['not_found', 'conflict'],
})

/** Changes up to 100 orders, each on its own. */
export const changeOrderList = contract({
  name: 'change-orders',
  method: 'POST',
  caller: 'administrators',
  request: ChangesBody,
  response: z.object({ results: z.array(rowOf<ChangeResult>('ChangeResult')) }),
})
