import { isPaid } from '#features/orders/payment-state.ts'
import { type Found, found } from './finding.ts'
import type { OurOrder } from './our-order.ts'
import { askedBack, hasFailedRefund, openFailures } from './refunds-of.ts'

/**
 * What stands out in our own books about an order. `isKnown`: whether the provider knows its payment; null where that
 * was not asked.
 */
export function judgeOrder(order: OurOrder, isKnown: boolean | null): Found[] {
  const { id: orderId, sessionId, paymentId, saidPaid } = order
  const about = { orderId, sessionId, paymentId }
  const findings: Found[] = []
  if (isPaid(order.state)) {
    if (isKnown === false) {
      findings.push(found('order_without_payment', orderId, { ...about, oursPence: order.totalPence }, [sessionId]))
    } else {
      findings.push(...owed(order))
    }
  } else if (order.isSaidPaid) {
    const detail = saidPaid ? `${saidPaid.actor ?? ''} ${saidPaid.at}` : null
    findings.push(
      found('paid_by_hand', orderId, { ...about, oursPence: order.totalPence, detail }, [saidPaid?.id ?? null]),
    )
  }
  for (const refund of openFailures(order)) {
    const amounts = { oursPence: refund.amountPence, detail: refund.failure }
    findings.push(found('refund_failed', refund.id, { ...about, sessionId: refund.sessionId, ...amounts }))
  }
  return [...findings, ...warnings(order)]
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
