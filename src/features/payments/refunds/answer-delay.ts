import { sql } from 'kysely'
import { type DelayChoice, delayByLink, getDelayChoice } from '#features/orders/delays/delay-choice.ts'
import type { DelayTokens } from '#features/orders/delays/delay-token.ts'
import { addNote } from '#features/orders/order-notes.ts'
import { listAdditions } from '#features/orders/parcels/shared-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { shop } from '#shop'
import type { PaymentDeps } from '../settle-order.ts'
import { hurryCancellationEmail } from './cancel-order.ts'
import { lockOrderForRefund, refundableAmount } from './lock-order-for-refund.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Records a customer's answer to a delay. The first answer counts; a later request gets the state it led to. `cancel`
 * cancels the order with those added to it, and requests the refunds. The owner gets an e-mail. All of it commits with `tx`. Refuses not_found.
 */
export async function answerDelay(
  tx: Tx,
  deps: Pick<PaymentDeps, 'queue' | 'provider'> & { tokens: DelayTokens },
  { token, answer }: { token: string; answer: 'keep' | 'cancel' },
): Promise<DelayChoice> {
  const { orderId, day } = await delayByLink(tx, deps.tokens, token, { lock: true })
  const choice = await getDelayChoice(tx, { orderId, day })
  if (choice.state !== 'open') return choice
  const { announced_at } = await tx
    .updateTable('private.order_delays')
    .set({ answer, answered_at: sql<Date>`public.shop_now()` })
    .where('order_id', '=', orderId)
    .where('dispatch_by', '=', sql<Date>`${day}::date`)
    .returning('announced_at')
    .executeTakeFirstOrThrow()
  const added = await listAdditions(tx, [orderId])
  if (answer === 'cancel') {
    // The parcel is late as a whole. The additions first: one whose order is cancelled would go alone.
    for (const { id } of added) await cancelDelayed(tx, deps, id)
    await cancelDelayed(tx, deps, orderId)
  }
  const cause = `${orderId}.${day}.${announced_at.getTime()}`
  await queueEmail(tx, deps.queue, {
    kind: 'order_choice_made',
    cause,
    recipient: shop.email,
    orderId,
    data: { answer, day: choice.to, added: added.map(({ number }) => number) },
  })
  return { ...choice, state: answer === 'keep' ? 'kept' : 'cancelled' }
}

/** A disputed payment, or one through another provider, is not refunded here: the order only gets the review note. */
async function cancelDelayed(tx: Tx, deps: Pick<PaymentDeps, 'queue' | 'provider'>, orderId: string): Promise<void> {
  const { sessionId, paidPence, refundedPence, ...order } = await lockOrderForRefund(tx, { id: orderId })
  const left = sessionId ? await refundableAmount(tx, { orderId, sessionId, paidPence, refundedPence }) : 0
  // Before the status, which would add the note of any other cancellation.
  if (left > 0) await addNote(tx, orderId, { kind: 'refund_owed_after_delay' })
  await tx.updateTable('pre_orders').set({ order_status: 'cancelled' }).where('id', '=', orderId).execute()
  await hurryCancellationEmail(tx, deps.queue, orderId)
  if (left === 0 || order.state === 'disputed' || order.provider !== deps.provider.name) return
  const refund = { orderId, reason: 'cancelled', note: null, requestedBy: null } as const
  await requestRefund(tx, deps, { ...refund, amountPence: 'cancellation' })
}
