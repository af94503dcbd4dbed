import type { OurOrder, OurRefund } from './our-order.ts'

/** What was asked back of a page and did not fail: given back, or on its way. */
export function askedBack({ refunds }: OurOrder, sessionId: string): number {
  return refunds
    .filter((refund) => refund.sessionId === sessionId && refund.state !== 'failed')
    .reduce((sum, refund) => sum + refund.amountPence, 0)
}

/** Refunds that came to nothing and that no later one makes good. Where all the money is back, none is missed. */
export function openFailures({ refunds, state, sessionId }: OurOrder): OurRefund[] {
  return refunds.filter(
    (refund) =>
      refund.state === 'failed' &&
      !(state === 'refunded' && refund.sessionId === sessionId) &&
      !refunds.some(
        (later) =>
          later.state !== 'failed' &&
          later.sessionId === refund.sessionId &&
          later.amountPence >= refund.amountPence &&
          later.requestedAt > refund.requestedAt,
      ) &&
      // Tried twice and failed twice is one thing to see to.
      !refunds.some(
        (later) =>
          later.state === 'failed' && later.sessionId === refund.sessionId && later.requestedAt > refund.requestedAt,
      ),
  )
}

export function hasFailedRefund(order: OurOrder, sessionId: string): boolean {
  return openFailures(order).some((refund) => refund.sessionId === sessionId)
}
