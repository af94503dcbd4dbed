import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { Queue } from '#platform/jobs/queue.ts'

/**
 * The confirmation of an order that `tx` makes paid: leaves once, however often it is asked for, and tells the order as
 * it stands when it leaves. An order without an address to write to gets a failed letter, for the owner to see.
 */
export async function queueOrderConfirmation(tx: Tx, queue: Queue, orderId: string): Promise<void> {
  const { customer_email } = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await queueEmail(tx, queue, { kind: 'order_confirmation', cause: orderId, orderId, recipient: customer_email ?? '' })
}
