import { readOrderNumber } from '#features/orders/order-number.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * The order that a message names, for the shop alone: a visitor with only a number must not learn whose order it is, or
 * whether it exists. Null if the message names none.
 */
export async function aboutOrder(
  tx: Tx,
  { orderNumber, email }: { orderNumber: string | null; email: string },
): Promise<{ number: string; hint: string } | null> {
  if (orderNumber === null) return null
  const number = readOrderNumber(orderNumber)
  if (!number) return { number: orderNumber, hint: 'not one of our order numbers' }
  const order = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('order_number', '=', number)
    .executeTakeFirst()
  if (!order) return { number, hint: 'no such order' }
  const isHers = order.customer_email?.toLowerCase() === email.toLowerCase()
  return {
    number,
    hint: isHers ? 'placed with this address' : 'placed with a different address: check before you answer',
  }
}
