import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { Queue } from '#platform/jobs/queue.ts'

/**
 * Queues the confirmation of an order that `tx` makes paid. It is sent once, however often this is called, and rendered
 * at sending. An order without an e-mail address gets a failed e-mail, which the owner sees.
 */
export async function queueOrderConfirmation(tx: Tx, queue: Queue, orderId: string): Promise<void> {
  const { customer_email } = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await queueEmail(tx, queue, { kind: 'order_confirmation', cause: orderId, orderId, recipient: customer_email ?? '' })
}
