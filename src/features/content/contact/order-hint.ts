import { readOrderNumber } from '#features/orders/order-number.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * What is known of the order somebody says she writes about, for the shop alone: whoever only knows a number must not
 * learn whose it is, or whether there is one. Null where she named none.
 */
export async function aboutOrder(
  tx: Tx,
  { orderNumber, email }: { orderNumber: string | null; email: string },
): Promise<{ number: string; hint: string } | null> {
  if (orderNumber === null) return null
  const number = readOrderNumber(orderNumber)
  if (!number) return { number: orderNumber, hint: 'this cannot be one of our order numbers' }
  const order = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('order_number', '=', number)
    .executeTakeFirst()
  if (!order) return { number, hint: 'there is no such order' }
  const isHers = order.customer_email?.toLowerCase() === email.toLowerCase()
  return { number, hint: isHers ? 'placed with this address' : 'not placed with this address: please ask first' }
}
