import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { contract } from '#platform/http/contract.ts'
import { EditBody, UndoBody } from './edit-order-body.ts'

const Order = z.object({ order_number: OrderNumber })

/** What may be chosen for each line of an order. */
export const readOrderSizes = contract({
  name: 'order-sizes',
  method: 'GET',
  caller: 'administrators',
  query: Order,
  response: z.object({
    sizes: z.array(z.object({ position: z.int(), sizes: z.array(z.string()) })),
    /** The positions of the lines that are hemmed for a height. */
    hemmed: z.array(z.int()),
  }),
  refuses: ['not_found'],
})

/** Changes an order's details. `edit_id`: for an undo; null where nothing changed. */
export const editOrderDetails = contract({
  name: 'edit-order',
  method: 'POST',
  caller: 'administrators',
  request: EditBody,
  response: z.object({ edit_id: z.string().nullable(), has_account: z.boolean() }),
  refuses: ['not_found', 'conflict'],
})

export const undoOrderEdit = contract({
  name: 'undo-order-edit',
  method: 'POST',
  caller: 'administrators',
  request: UndoBody,
  response: z.object({ undone: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})

/** Ends the order's links and e-mails a new one. */
export const endLinks = contract({
  name: 'end-order-links',
  method: 'POST',
  caller: 'administrators',
  request: Order,
  response: z.object({ ended: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})
