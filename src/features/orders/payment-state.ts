import type { SessionRecord } from '#infrastructure/payments/provider.ts'

/** The machine's truth about an order's money, in the order it may move: never back. */
export const paymentStates = [
  'creating',
  'open',
  'expired',
  'failed',
  'paid',
  'partly_refunded',
  'disputed',
  'refunded',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** Whether the money arrived, whatever became of it later. */
export function isPaid(state: PaymentState): boolean {
  return rank(state) >= rank('paid')
}

/** What the provider's record says of an order. A page that is complete but not paid yet is still open. */
export function stateOf({ status, paymentStatus, totalPence, refundedPence }: SessionRecord): PaymentState {
  if (status === 'expired') return 'expired'
  if (paymentStatus === 'failed') return 'failed'
  if (status === 'open' || paymentStatus === 'unpaid') return 'open'
  if (refundedPence === 0) return 'paid'
  return refundedPence >= (totalPence ?? 0) ? 'refunded' : 'partly_refunded'
}

/** The later of two states: news may come in any order and any number of times. */
export function furthest(current: PaymentState, told: PaymentState): PaymentState {
  return rank(told) > rank(current) ? told : current
}

function rank(state: PaymentState): number {
  return paymentStates.indexOf(state)
}
