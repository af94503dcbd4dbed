import { parsePounds } from '#base/money.ts'
import { isPaid } from '#features/orders/order-state.ts'
import type { DisputeRecord, SessionRecord } from '#platform/payments/provider.ts'
import { paymentMismatch } from '../review-notes.ts'
import { type Discrepancy, newDiscrepancy } from './discrepancy.ts'
import { hasFailedRefund, type LocalOrder, refundedOrPendingPence } from './local-order.ts'

/**
 * The differences between a paid session and its order; `order` null: there is none. Ignores sessions of other shops.
 */
export function classifySession(record: SessionRecord, order: LocalOrder | null): Discrepancy[] {
  if (record.orderId === null || !hasArrived(record)) return []
  const disputes = record.disputes.flatMap((dispute) => classifyDispute(dispute, record))
  return [...judgePayment(record, order), ...disputes]
}

/** The discrepancy of a dispute that is not decided yet. */
export function classifyDispute(dispute: DisputeRecord, record: SessionRecord | null): Discrepancy[] {
  const { id, status, paymentId, amountPence, respondBy } = dispute
  if (status === 'won' || status === 'lost' || status === 'closed') return []
  return [
    newDiscrepancy('open_dispute', id, {
      orderId: record?.orderId ?? null,
      sessionId: record?.id ?? null,
      paymentId: paymentId ?? record?.paymentId ?? null,
      oursPence: record?.totalPence ?? null,
      theirsPence: amountPence,
      facts: { status, reason: dispute.reason },
      respondBy: status === 'under_review' ? null : respondBy,
    }),
  ]
}

/** Whether a session is paid, or was free. */
export function hasArrived({ status, paymentStatus }: SessionRecord): boolean {
  return status === 'complete' && (paymentStatus === 'paid' || paymentStatus === 'no_payment_required')
}

function judgePayment(record: SessionRecord, order: LocalOrder | null): Discrepancy[] {
  const { id, orderId, paymentId, refundedPence, currency } = record
  const totalPence = record.totalPence ?? 0
  const about = { orderId: order?.id ?? null, sessionId: id, paymentId, theirsPence: totalPence }
  const isAllBack = totalPence > 0 && refundedPence >= totalPence
  if (!order) return isAllBack ? [] : [newDiscrepancy('paid_without_order', id, about, [orderId])]

  const leftPence = totalPence - Math.max(refundedPence, refundedOrPendingPence(order, id))
  if (!isPaid(order.state)) {
    const wrong = paymentMismatch(record, order.frozen)
    if (!wrong) return [newDiscrepancy('paid_without_order', id, { ...about, oursPence: dueFor(record, order) })]
    if (leftPence <= 0 || hasFailedRefund(order, id)) return []
    return [newDiscrepancy('different_amount', id, { ...about, oursPence: dueFor(record, order), facts: wrong })]
  }
  if (order.sessionId !== null && order.sessionId !== id) {
    if (leftPence <= 0 || hasFailedRefund(order, id)) return []
    return [newDiscrepancy('paid_twice', id, { ...about, oursPence: order.totalPence, facts: { leftPence } })]
  }
  if (currency !== 'gbp' || totalPence !== order.totalPence) {
    if (leftPence <= 0) return []
    const facts = currency === 'gbp' ? {} : ({ kind: 'paid_in_other_currency', currency } as const)
    return [newDiscrepancy('different_amount', id, { ...about, oursPence: order.totalPence, facts })]
  }
  if (refundedPence !== order.refundedPence) {
    const amounts = { oursPence: order.refundedPence, theirsPence: refundedPence }
    return [newDiscrepancy('refund_not_recorded', id, { ...about, ...amounts })]
  }
  return []
}

/** The amount due in this session, with the delivery service that was chosen. */
function dueFor({ deliveryService }: SessionRecord, { frozen }: LocalOrder): number {
  const service = frozen.services.find(({ id }) => id === deliveryService)
  return frozen.subtotal - frozen.discount + (parsePounds(service?.price) ?? 0)
}
