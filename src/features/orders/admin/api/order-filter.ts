import { z } from 'zod'
import { orderStatuses, paymentStatuses } from '#features/orders/order-state.ts'
import { orderViews } from './order-views.ts'

/** An enum whose empty value is null. */
function choice<Id extends string>(values: readonly { id: Id }[]) {
  return z
    .enum(['', ...values.map(({ id }) => id)])
    .optional()
    .transform((value) => (value === '' || value === undefined ? null : (value as Id)))
}

const Day = z
  .union([z.literal(''), z.iso.date()])
  .optional()
  // Within PostgreSQL's range, also after date arithmetic.
  .refine((day) => !day || (day >= '1970-01-02' && day <= '9000-01-01'), 'This date doesn’t exist.')
  .transform((day) => day || null)

/** Which orders: a view, and the search text and filters within it. The query of GET orders and GET export-orders. */
export const OrderQuery = z.object({
  view: z.enum(orderViews.map(({ id }) => id)).default('all'),
  q: z
    .string()
    .max(254)
    .default('')
    .transform((text) => text.trim().replaceAll(/\s+/g, ' ')),
  payment: choice(paymentStatuses),
  status: choice(orderStatuses),
  from: Day,
  to: Day,
})
export type OrderFilter = z.output<typeof OrderQuery>
