import { findOrders } from '#features/orders/admin/api/find-orders.ts'
import { OrderQuery } from '#features/orders/admin/api/order-filter.ts'
import type { Tx } from '#platform/database/db.ts'
import type { PaidOrderResponse } from './money-response.ts'

const maxShown = 20

/** Up to twenty orders that the owner's search finds by `text`, or any where it is empty; the newest first. */
export async function findPaidOrders(tx: Tx, text: string): Promise<PaidOrderResponse[]> {
  const filter = OrderQuery.parse({ q: text })
  const { orders } = await findOrders(tx, filter, { after: null, limit: maxShown })
  return orders.map(
    ({ order_number, customer_name, customer_email, final_amount, paid_at, payment_state, order_status }) => ({
      order_number,
      customer_name,
      customer_email,
      payment_state,
      order_status,
      total: final_amount,
      paid_at: paid_at?.toISOString() ?? null,
    }),
  )
}
