import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { lockOrder } from '../changes/editable-order.ts'

/**
 * Ends every link that was sent about an order: to its page, its reviews and its delays. The order's e-mail address gets
 * a new link. A change of that address ends them too, by a trigger. Refuses not_found, and conflict for an order that
 * is unpaid or has no address.
 */
export async function endOrderLinks(tx: Tx, orderNumber: string): Promise<void> {
  const { id, isPaid, customer_email: email } = await lockOrder(tx, { orderNumber })
  if (!isPaid || !email) throw new AppError('conflict', 'No links have been sent for this order.')
  await tx.updateTable('pre_orders').set({ link_version: sql<number>`link_version + 1` }).where('id', '=', id).execute()
  await queueNewLink(tx, id)
}

/** Sends the link of the present version to the order's address, once for each version. */
export async function queueNewLink(tx: Tx, orderId: string): Promise<void> {
  await sql`
    select private.queue_email('order_link', id || '.' || link_version, customer_email, '{"news": "renewed"}', id, now())
      from public.pre_orders where id = ${orderId} and customer_email is not null
        and reported_paid`.execute(tx)
}
