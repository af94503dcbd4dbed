import type { OwnSession } from '#features/accounts/own-session.ts'
import type { Tx } from '#platform/database/db.ts'
import { noSuchOrder } from '../changes/editable-order.ts'

/**
 * The order of a number, if it belongs to the account of a session and the account's address is verified; its row is
 * locked until `tx` ends. Refuses not_found with the message of a missing order, so that it does not reveal the orders
 * of others.
 */
export async function lockOwnOrder(
  tx: Tx,
  orderNumber: string,
  { userId, emailVerified }: Pick<OwnSession, 'userId' | 'emailVerified'>,
): Promise<{ id: string; orderNumber: string }> {
  const order = await tx
    .selectFrom('pre_orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!order || !emailVerified) throw noSuchOrder()
  return { id: order.id, orderNumber }
}
