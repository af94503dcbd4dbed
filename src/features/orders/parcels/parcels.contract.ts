import { z } from 'zod'
import { contract, rowOf } from '#platform/http/contract.ts'
import { keptLine } from '#platform/text/kept-text.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import type { OrderRow } from '../admin/api/order-details.ts'
import { OrderNumber } from '../order-number.ts'
import type { Parcel } from './parcel.ts'
import { Pieces } from './pieces.ts'

/** The parcels of the orders of the customer's account. */
export const readMyParcels = contract({
  name: 'my-parcels',
  method: 'GET',
  caller: 'users',
  response: z.object({ parcels: z.record(z.string(), z.array(rowOf<Parcel>('Parcel'))) }),
})

const Numbered = z.object({
  order_number: OrderNumber,
  /** The version the administrator saw: a newer order is not changed. */
  version: z.int().positive().optional(),
  tracking_number: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : readTyped(text) || null)),
  shipping_carrier: z.string().transform(keptLine).nullable().optional(),
  /** Left out: the customer is e-mailed in a minute, without a number in half an hour. */
  tell_customer: z.boolean().optional(),
})

/** Sends some pieces of an order, or all that remain; with these the order is shipped. */
export const addParcel = contract({
  name: 'add-parcel',
  method: 'POST',
  caller: 'administrators',
  request: Numbered.extend({
    pieces: Pieces.optional(),
  }),
  response: z.object({
    order: rowOf<OrderRow>('Order'),
    /** The order's last parcel; null for an order without garments of its own. */
    parcel: z.int().nullable(),
  }),
  refuses: ['not_found', 'conflict'],
})

/** Corrects the number or the carrier of a parcel. Returns the order. */
export const correctParcel = contract({
  name: 'correct-parcel',
  method: 'POST',
  caller: 'administrators',
  request: Numbered.extend({ parcel: z.int().positive() }),
  response: rowOf<OrderRow>('Order'),
  refuses: ['not_found', 'conflict'],
})

/** Takes a parcel back that has not left after all. `order_status`: pending where the order was before. Returns the order. */
export const takeBackParcel = contract({
  name: 'take-back-parcel',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    order_number: OrderNumber,
    version: z.int().positive().optional(),
    parcel: z.int().positive(),
    order_status: z.enum(['pending', 'processing']).optional(),
  }),
  response: rowOf<OrderRow>('Order'),
  refuses: ['not_found', 'conflict'],
})
