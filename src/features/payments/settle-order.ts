import { releaseDiscount } from '#features/discounts/discount-codes.ts'
import { type Mismatch, noteText, type OrderNote } from '#features/orders/order-note.ts'
import { addNote, resolveNotes } from '#features/orders/order-notes.ts'
import { applyPaymentUpdate, isPaid, type ProviderState, stateOf } from '#features/orders/order-state.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { PaymentProvider, SessionRecord } from '#platform/payments/provider.ts'
import { mirrorDisputes, mirrorRefunds, refundedOfPage } from './mirror-records.ts'
import {
  lockPayable,
  markPaid,
  type PayableOrder,
  readDatabaseClock,
  returnToLink,
  setUnpaidState,
  updatePaidState,
} from './payment-row.ts'
import { paymentMismatch } from './review-notes.ts'

export type PaymentDeps = { db: Db; provider: PaymentProvider; queue: Queue; log: Log }

/**
 * The state of a session's order. `processing`: the customer has finished, the payment is not decided. `unknown`: the
 * provider does not know the session, or the shop its order. `foreign`: another shop created the session.
 */
export type Settled = 'paid' | 'processing' | 'open' | 'closed' | 'unknown' | 'foreign'

/**
 * Brings an order into the state of the provider's session record: the only way an order becomes paid. Webhook, success
 * page and reconciliation call it in any order, repeatedly and concurrently. Amounts, customer, address, the use of the
 * discount code and the confirmation e-mail commit together; so do refunds and disputes with the resulting state. A
 * payment that does not match the frozen terms does not pay the order: the order is marked for review.
 */
export async function settleOrder({ db, provider, queue, log }: PaymentDeps, sessionId: string): Promise<Settled> {
  // Read before the request, so that a response never counts as newer than it is.
  const askedAt = await readDatabaseClock(db.owner)
  const record = await provider.getSession(sessionId)
  if (!record) return 'unknown'
  const { orderId } = record
  if (orderId === null) return 'foreign'
  faultPoint('settle.answered')
  const settled = await db.asService(async (tx): Promise<Settled> => {
    const order = await lockPayable(tx, orderId, provider.name)
    if (!order) return 'unknown'
    const reported = stateOf(record)
    if (isOfAnotherSession(order, record, reported)) {
      if (isPaid(reported)) await noteSecondPayment(tx, order, record)
      return isPaid(order.payment.state) ? 'paid' : 'closed'
    }
    const { refundedPence } = record
    const { kind, ...next } = applyPaymentUpdate(order.payment, { reported, refundedPence, askedAt })
    if (kind === 'paid' || kind === 'paid-details') {
      const mismatch = kind === 'paid' && paymentMismatch(record, order.frozen)
      if (mismatch) return reviewMismatch(tx, { order, record, mismatch, log })
      const failedAt = await mirrorRefunds(tx, order.id, record.id, record.refunds)
      await mirrorDisputes(tx, order.id, record.disputes, askedAt)
      await (kind === 'paid' ? markPaid : updatePaidState)(tx, { order, record, next, failedAt })
      if (kind === 'paid' && next.state !== 'refunded') await queueOrderConfirmation(tx, queue, order.id)
    }
    const isOver = next.state === 'expired' || next.state === 'failed'
    if (kind === 'unpaid-state' && isOver && (await returnToLink(tx, order.id))) return settledState(next.state, record)
    if (kind === 'unpaid-state') await setUnpaidState(tx, order.id, next.state, record.id)
    if (isOver) await releaseDiscount(tx, order.id)
    faultPoint('settle.before-commit')
    return settledState(next.state, record)
  })
  faultPoint('settle.committed')
  return settled
}

/** An order has one payment. Another session may pay only an unpaid order, and only while it keeps the money. */
function isOfAnotherSession(
  { sessionId, payment }: PayableOrder,
  { id }: SessionRecord,
  reported: ProviderState,
): boolean {
  if (sessionId === null || sessionId === id) return false
  return isPaid(payment.state) || !isPaid(reported) || reported === 'refunded'
}

/** Notes a second payment for the owner to refund. The note stays until the whole refund is pending or succeeded. */
async function noteSecondPayment(tx: Tx, order: PayableOrder, record: SessionRecord): Promise<void> {
  await mirrorRefunds(tx, order.id, record.id, record.refunds)
  const isBack = (await refundedOfPage(tx, record.id)) >= (record.totalPence ?? 0)
  await review(tx, order, { kind: 'paid_twice', sessionId: record.id }, isBack)
}

/** Marks an order for review until its mismatched payment is refunded in full. */
async function reviewMismatch(
  tx: Tx,
  { order, record, mismatch, log }: { order: PayableOrder; record: SessionRecord; mismatch: Mismatch; log: Log },
): Promise<Settled> {
  await mirrorRefunds(tx, order.id, record.id, record.refunds)
  if (stateOf(record) === 'refunded') {
    await setUnpaidState(tx, order.id, 'failed', record.id)
    await releaseDiscount(tx, order.id)
    await review(tx, order, mismatch, true)
    return 'closed'
  }
  const isNew = await review(tx, order, mismatch, false)
  if (isNew)
    log.error(
      { order: order.id, session: record.id, mismatch: noteText(mismatch) },
      'a payment does not match its order',
    )
  return 'processing'
}

/**
 * Adds or resolves a note. Detaches the cart, so that its next checkout creates a new session. True where the notes
 * changed.
 */
async function review(tx: Tx, { id }: PayableOrder, note: OrderNote, isResolved: boolean): Promise<boolean> {
  const isChanged = await (isResolved ? resolveNotes(tx, id, { is: note }) : addNote(tx, id, note))
  if (isChanged) await tx.updateTable('pre_orders').set({ cart_id: null }).where('id', '=', id).execute()
  return isChanged
}

function settledState(state: ProviderState, record: SessionRecord): Settled {
  if (isPaid(state)) return 'paid'
  if (state === 'expired') return 'closed'
  if (record.status === 'complete' && record.paymentStatus !== 'failed') return 'processing'
  return state === 'failed' ? 'closed' : 'open'
}

/**
 * Queues the confirmation e-mail of an order that `tx` makes paid. A repeated call queues nothing; the e-mail shows the
 * order as it is when it is sent. An order without an address gets a failed e-mail, which the owner sees.
 */
export async function queueOrderConfirmation(tx: Tx, queue: Queue, orderId: string): Promise<void> {
  const { customer_email } = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await queueEmail(tx, queue, { kind: 'order_confirmation', cause: orderId, orderId, recipient: customer_email ?? '' })
}
