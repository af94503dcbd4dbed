import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { Pieces } from '#features/orders/parcels/pieces.ts'
import { contract, rowOf } from '#platform/http/contract.ts'
import type { PostageFile, PostageResult, ShownParcel } from './give-parcels.ts'

const maxAtOnce = 100
const orders = z
  .array(OrderNumber)
  .min(1, 'Please choose an order.')
  .max(maxAtOnce, `At most ${maxAtOnce} orders at once.`)
  .transform((numbers) => [...new Set(numbers)])

const Connection = z.object({
  /**
   * `refused`: Click & Drop no longer accepts the key; `unreadable`: it was sealed under another JWT_SECRET; `rehearsal`:
   * this shop may call no real account, and takes no key.
   */
  key: z.enum(['none', 'works', 'refused', 'unreadable', 'rehearsal']),
})

/** Whether there is a key of Click & Drop, and the parcels of these orders, comma-separated, that it or a file has. */
export const readPostage = contract({
  name: 'postage',
  method: 'GET',
  caller: 'administrators',
  query: z.object({
    orders: z
      .string()
      .max(maxAtOnce * 42)
      .default('')
      .transform((text) => [...new Set(text.split(',').filter((number) => number.trim() !== ''))])
      .pipe(z.array(OrderNumber).max(maxAtOnce)),
  }),
  response: Connection.extend({ parcels: z.array(rowOf<ShownParcel>('Parcel')) }),
})

/**
 * Saves or, with null, removes the key of Click & Drop, which no call returns. `checked`: Click & Drop accepts it; false
 * where it did not answer.
 */
export const savePostageKey = contract({
  name: 'postage-key',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ key: z.string().trim().max(200).nullable() }),
  response: Connection.extend({ checked: z.boolean() }),
})

/**
 * Gives the parcels of orders to Click & Drop. It takes them after the answer; an order with a problem is refused alone.
 * `pieces`: of one order, a parcel with a part of it.
 */
export const sendPostage = contract({
  name: 'send-postage',
  method: 'POST',
  caller: 'administrators',
  request: z
    .object({ orders, pieces: Pieces.optional() })
    .refine(({ orders, pieces }) => !pieces || orders.length === 1, 'A part is of one order.'),
  response: z.object({ results: z.array(rowOf<PostageResult>('PostageResult')) }),
})

/** Takes parcels back. `deleted_there`: the owner has deleted them in Click & Drop. */
export const takePostageBack = contract({
  name: 'take-postage-back',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ orders, deleted_there: z.boolean().default(false) }),
  response: z.object({ results: z.array(rowOf<PostageResult>('PostageResult')) }),
})

/** Click & Drop's import file of orders, which no later file has; null where every order has a problem. */
export const exportPostage = contract({
  name: 'postage-file',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ orders }),
  response: z.object({
    file: rowOf<PostageFile>('PostageFile').nullable(),
    results: z.array(rowOf<PostageResult>('PostageResult')),
  }),
})

/** A file again, by its batch. */
export const exportPostageAgain = contract({
  name: 'postage-file',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ batch: z.uuid() }),
  response: rowOf<PostageFile>('PostageFile'),
  refuses: ['not_found'],
})
