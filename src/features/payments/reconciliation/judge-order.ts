import { isPaid } from '#features/orders/payment-state.ts'
import { type Found, found } from './finding.ts'
import type { OurOrder } from './our-order.ts'
import { askedBack, hasFailedRefund, openFailures } from './refunds-of.ts'

/**
 * What stands out in our own books about an order. `isKnown`: whether the provider knows its payment; null where that
 * was not asked.
 */
export function judgeOrder(order: OurOrder, isKnown: boolean | null): Found[] {
  const { id: orderId, sessionId, paymentId } = order
  const about = { orderId, sessionId, paymentId }
  const findings: Found[] = []
  if (isPaid(order.state)) {
    if (isKnown === false) {
      findings.push(found('order_without_payment', orderId, { ...about, oursPence: order.totalPence }, [sessionId]))
    } else {
      const owing = owed(order)
      findings.push(...(owing.length > 0 ? owing : setPending(order)))
    }
  } else if (order.isSaidPaid) {
    findings.push(setByHand('paid_by_hand', order, { oursPence: order.totalPence }))
  }
  for (const refund of openFailures(order)) {
    const amounts = { oursPence: refund.amountPence, detail: refund.failure }
    findings.push(found('refund_failed', refund.id, { ...about, sessionId: refund.sessionId, ...amounts }))
  }
  return [...findings, ...warnings(order)]
}

/** Paid, and the owner's payment status says that it is not. After a refund in full that is no contradiction. */
function setPending(order: OurOrder): Found[] {
  if (order.isSaidPaid || order.state === 'refunded') return []
  return [setByHand('paid_set_pending', order, { theirsPence: order.totalPence - order.refundedPence })]
}

/** A payment status that a person set and the provider contradicts: set again, it is another discrepancy. */
function setByHand(kind: Found['kind'], order: OurOrder, amount: Partial<Found>): Found {
  const { id: orderId, sessionId, paymentId, saidByHand: said } = order
  const detail = said ? `${said.actor ?? ''} ${said.at}` : null
  return found(kind, orderId, { orderId, sessionId, paymentId, ...amount, detail }, [said?.id ?? null])
}

/** Cancelled, and not all of it was given back or is on its way. A bank that took the money itself owes nothing. */
function owed(order: OurOrder): Found[] {
  const { id: orderId, sessionId, paymentId, totalPence, refundedPence, status, state } = order
  if (status !== 'cancelled' || state === 'disputed' || sessionId === null) return []
  const owedPence = totalPence - Math.max(refundedPence, askedBack(order, sessionId))
  if (owedPence <= 0 || hasFailedRefund(order, sessionId)) return []
  return [found('refund_owed', orderId, { orderId, sessionId, paymentId, oursPence: owedPence })]
}

/** A bank's warning is worth a look as long as the parcel is here. */
function warnings({ id: orderId, sessionId, paymentId, status, state, fraudWarnings }: OurOrder): Found[] {
  if (!['pending', 'processing'].includes(status) || state === 'refunded') return []
  return fraudWarnings.map((warning) =>
    found('fraud_warning', warning.id, {
      orderId,
      sessionId,
      paymentId: warning.payment_id ?? paymentId,
      detail: warning.kind,
    }),
  )
}
