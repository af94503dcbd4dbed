import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import type { Queue } from '#infrastructure/jobs/queue.ts'
import { queueLetter } from '#infrastructure/mail/outbox.ts'
import { shop } from '#shop'
import { type DelayChoice, getDelayChoice } from './delay-choice.ts'
import type { DelayRef } from './delay-token.ts'
import { choiceMade } from './order-choice-made.mail.ts'
import { refundCancelledJob, refundOwed } from './refund-cancelled.ts'

/**
 * Takes a customer's answer to a delay, once: the first one stands, and whatever comes later is told how it stands.
 * Cancelling cancels the order, notes the refund that is owed and puts it on its way; either way the shop is written to.
 * All of it commits with `tx`. Refuses not_found.
 */
export async function answerDelay(
  tx: Tx,
  queue: Queue,
  { orderId, day, answer }: DelayRef & { answer: 'keep' | 'cancel' },
): Promise<DelayChoice> {
  const choice = await getDelayChoice(tx, { orderId, day }, { lock: true })
  if (choice.state !== 'open') return choice
  const delay = tx
    .updateTable('private.order_delays')
    .set({ answer, answered_at: sql<Date>`public.shop_now()` })
    .where('order_id', '=', orderId)
    .where('dispatch_by', '=', sql<Date>`${day}::date`)
  if (answer === 'keep') {
    await delay.execute()
  } else {
    await delay.set({ refund_next_attempt_at: sql<Date>`now()` }).execute()
    await tx
      .updateTable('pre_orders')
      .set({ order_status: 'cancelled', needs_review: sql`concat_ws('. ', needs_review, ${refundOwed}::text)` })
      .where('id', '=', orderId)
      .execute()
    await queue.enqueue(tx, refundCancelledJob, `${orderId}.${day}`)
  }
  const cause = `${orderId}.${day}`
  await queueLetter(tx, queue, { kind: choiceMade, cause, recipient: shop.email, orderId, data: { answer, day } })
  return { ...choice, state: answer === 'keep' ? 'kept' : 'cancelled' }
}
