import { releaseDiscount } from '#features/discounts/discount-codes.ts'
import { queueOrderConfirmation } from '#features/orders/emails/queue-order-confirmation.ts'
import { hear, isPaid, type PaymentState, stateOf } from '#features/orders/payment-state.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { PaymentProvider, SessionRecord } from '#platform/payments/provider.ts'
import { whyNotOurs } from './check-payment.ts'
import { mirrorDisputes } from './mirror-disputes.ts'
import { mirrorRefunds, refundedOfPage } from './mirror-refunds.ts'
import { askClock, lockPayable, markPaid, moveOn, noteMoney, type PayableOrder } from './payment-row.ts'
import { withNote, withoutNote } from './review-notes.ts'

export type Settling = { db: Db; provider: PaymentProvider; queue: Queue; log: Log }

/**
 * What is true of a session's order afterwards. `processing`: the shopper is done, the money is not here yet. `unknown`:
 * the provider does not know the page, or the shop not its order. `foreign`: the page was not made by this shop.
 */
export type Settled = 'paid' | 'processing' | 'open' | 'closed' | 'unknown' | 'foreign'

/**
 * Brings an order to where the provider's own record of its payment page says it is: the one way an order becomes paid.
 * Webhook, success page and reconciliation call it in any order, any number of times, at once. What a payment brings
 * with it commits together: amounts, customer and address, the use of the discount code, the confirmation letter; and so
 * do refunds and disputes with the state they make. A payment that is not what was frozen is never taken for this
 * order's: it is marked for review.
 */
export async function settleOrder({ db, provider, queue, log }: Settling, sessionId: string): Promise<Settled> {
  // Before the question, so that an answer is never taken for newer than it is.
  const askedAt = await askClock(db.owner)
  const record = await provider.getSession(sessionId)
  if (!record) return 'unknown'
  const { orderId } = record
  if (orderId === null) return 'foreign'
  faultPoint('settle.asked')
  const settled = await db.asService(async (tx): Promise<Settled> => {
    const order = await lockPayable(tx, orderId, provider.name)
    if (!order) return 'unknown'
    const told = stateOf(record)
    if (isOfAnotherPage(order, record, told)) {
      if (isPaid(told)) await noteSecondPayment(tx, order, record)
      return isPaid(order.money.state) ? 'paid' : 'closed'
    }
    const { worth, ...heard } = hear(order.money, { told, refundedPence: record.refundedPence, askedAt })
    if (worth === 'paid' || worth === 'facts') {
      const wrong = worth === 'paid' && whyNotOurs(record, order.frozen)
      if (wrong) return refuse(tx, { order, record, wrong, log })
      const failedAt = await mirrorRefunds(tx, order.id, record.id, record.refunds)
      await mirrorDisputes(tx, order.id, record.disputes, askedAt)
      await (worth === 'paid' ? markPaid : noteMoney)(tx, { order, record, heard, failedAt })
      if (worth === 'paid' && heard.state !== 'refunded') await queueOrderConfirmation(tx, queue, order.id)
    }
    if (worth === 'moved') await moveOn(tx, order.id, heard.state, record.id)
    if (heard.state === 'expired' || heard.state === 'failed') await releaseDiscount(tx, order.id)
    faultPoint('settle.before-commit')
    return answer(heard.state, record)
  })
  faultPoint('settle.committed')
  return settled
}

/** An order has one payment. Another page is only believed for an order that has none, and as long as it keeps the money. */
function isOfAnotherPage({ sessionId, money }: PayableOrder, { id }: SessionRecord, told: PaymentState): boolean {
  return sessionId !== null && sessionId !== id && (isPaid(money.state) || !isPaid(told) || told === 'refunded')
}

/** She paid twice, so a person gives one payment back; the note stays until all of it is on its way. */
async function noteSecondPayment(tx: Tx, order: PayableOrder, record: SessionRecord): Promise<void> {
  await mirrorRefunds(tx, order.id, record.id, record.refunds)
  const note = `Paid a second time, on payment page ${record.id}: refund it`
  const isBack = (await refundedOfPage(tx, record.id)) >= (record.totalPence ?? 0)
  await review(tx, order, isBack ? withoutNote(order.review, note) : withNote(order.review, note))
}

/** Money that is not this order's: a person looks, until all of it was given back. */
async function refuse(
  tx: Tx,
  { order, record, wrong, log }: { order: PayableOrder; record: SessionRecord; wrong: string; log: Log },
): Promise<Settled> {
  await mirrorRefunds(tx, order.id, record.id, record.refunds)
  if (stateOf(record) === 'refunded') {
    await moveOn(tx, order.id, 'failed', record.id)
    await releaseDiscount(tx, order.id)
    await review(tx, order, withoutNote(order.review, wrong))
    return 'closed'
  }
  const isNews = await review(tx, order, withNote(order.review, wrong))
  if (isNews) log.error({ order: order.id, session: record.id, wrong }, 'a payment is not what its order asked for')
  return 'processing'
}

/** Says why a person must look. The cart is let go, so that its next payment page is a new one. True if that is new. */
async function review(tx: Tx, { id, review: before }: PayableOrder, text: string | null): Promise<boolean> {
  if (text === before) return false
  await tx.updateTable('pre_orders').set({ needs_review: text, cart_id: null }).where('id', '=', id).execute()
  return true
}

function answer(state: PaymentState, record: SessionRecord): Settled {
  if (isPaid(state)) return 'paid'
  if (state === 'expired') return 'closed'
  if (record.status === 'complete' && record.paymentStatus !== 'failed') return 'processing'
  return state === 'failed' ? 'closed' : 'open'
}
