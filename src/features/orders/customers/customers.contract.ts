import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { contract, rowOf } from '#platform/http/contract.ts'
import { optionalText } from '#platform/text/kept-schemas.ts'
import { maxCustomerNote } from './customer-notes.ts'
import type { Customer } from './read-customer.ts'

/** The customer of an order, by its number: an address in a URL would reach histories and logs. */
export const readCustomer = contract({
  name: 'customer',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ order_number: OrderNumber }),
  response: rowOf<Customer>('Customer'),
  refuses: ['not_found'],
})

/**
 * The owner's own note on the customer of an order. `seen`: the note that the owner edited; null: there was none. After
 * a conflict `details.note` is the present one.
 */
export const writeCustomerNote = contract({
  name: 'customer-note',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    order_number: OrderNumber,
    note: optionalText(maxCustomerNote),
    seen: z.string().max(10_000).nullable(),
  }),
  response: z.object({ note: z.string().nullable() }),
  refuses: ['not_found', 'conflict'],
})
