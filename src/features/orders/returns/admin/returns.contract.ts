import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { contract, rowOf } from '#platform/http/contract.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { longestReason } from '../return.ts'
import type { OwnerReturns } from './list-returns.ts'

/** The returns of an order; without a number the newest of all. */
export const readReturns = contract({
  name: 'returns',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ order_number: OrderNumber.optional() }),
  response: rowOf<OwnerReturns>('OwnerReturns'),
})

/** Moves a return on. A refund is POST refund-return. */
export const moveReturn = contract({
  name: 'change-return',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    id: z.uuid(),
    version: z.int(),
    state: z.enum(['received', 'inspected', 'refused']),
    answer: writtenText(longestReason, `Please keep it to ${longestReason} characters.`)
      .nullish()
      .transform((text) => text || null),
  }),
  response: z.object({ changed: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})
