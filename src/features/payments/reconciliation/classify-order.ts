import { isBeforeDispatch, isCalledOff, isPaid } from '#features/orders/order-state.ts'
import { type Discrepancy, newDiscrepancy } from './discrepancy.ts'
import { hasFailedRefund, type LocalOrder, openFailures, refundedOrPendingPence } from './local-order.ts'

/**
 * The discrepancies of an order by our own data. `isKnown`: whether the provider has its payment; null: not requested.
 */
export function classifyOrder(order: LocalOrder, isKnown: boolean | null): Discrepancy[] {
  const { id: orderId, sessionId, paymentId } = order
  const about = { orderId, sessionId, paymentId }
  const discrepancies: Discrepancy[] = []
  if (isPaid(order.state)) {
    if (isKnown === false) {
      discrepancies.push(
        newDiscrepancy('order_without_payment', orderId, { ...about, oursPence: order.totalPence }, [sessionId]),
      )
    } else {
      const refundsOwed = owed(order)
      discrepancies.push(...(refundsOwed.length > 0 ? refundsOwed : setPending(order)))
    }
  } else if (order.isMarkedPaid) {
    discrepancies.push(setByHand('paid_by_hand', order, { oursPence: order.totalPence }))
  }
  for (const refund of openFailures(order)) {
    const known = { oursPence: refund.amountPence, facts: { failure: refund.failure } }
    discrepancies.push(newDiscrepancy('refund_failed', refund.id, { ...about, sessionId: refund.sessionId, ...known }))
  }
  return [...discrepancies, ...warnings(order)]
}

/** Paid at the provider, and set to pending by an administrator. After a full refund this is correct. */
function setPending(order: LocalOrder): Discrepancy[] {
  if (order.isMarkedPaid || order.state === 'refunded') return []
  return [setByHand('paid_set_pending', order, { theirsPence: order.totalPence - order.refundedPence })]
}

/** A payment status set by an administrator that the provider contradicts. Setting it again is a new discrepancy. */
function setByHand(
  kind: 'paid_by_hand' | 'paid_set_pending',
  order: LocalOrder,
  amount: Pick<Partial<Discrepancy>, 'oursPence' | 'theirsPence'>,
): Discrepancy {
  const { id: orderId, sessionId, paymentId, statusSetByHand: change } = order
  const facts = change ? { actor: change.actor, at: change.at } : {}
  return newDiscrepancy(kind, orderId, { orderId, sessionId, paymentId, ...amount, facts }, [change?.id ?? null])
}

/** Cancelled without a full refund. In a dispute the bank decides about the money, so no refund is owed. */
function owed(order: LocalOrder): Discrepancy[] {
  const { id: orderId, sessionId, paymentId, totalPence, refundedPence, status, state } = order
  if (status !== 'cancelled' || state === 'disputed' || sessionId === null) return []
  const owedPence = totalPence - Math.max(refundedPence, refundedOrPendingPence(order, sessionId))
  if (owedPence <= 0 || hasFailedRefund(order, sessionId)) return []
  return [newDiscrepancy('refund_owed', orderId, { orderId, sessionId, paymentId, oursPence: owedPence })]
}

/** Fraud warnings, until the order has shipped. */
function warnings({ id: orderId, sessionId, paymentId, status, state, fraudWarnings }: LocalOrder): Discrepancy[] {
  if (!isBeforeDispatch(status) || isCalledOff({ status, providerState: state })) return []
  return fraudWarnings.map((warning) =>
    newDiscrepancy('fraud_warning', warning.id, {
      orderId,
      sessionId,
      paymentId: warning.payment_id ?? paymentId,
      facts: { warning: warning.kind },
    }),
  )
}
