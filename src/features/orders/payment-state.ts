import type { DisputeRecord, SessionRecord } from '#platform/payments/provider.ts'

/** The machine's truth about an order's money. Up to `paid` it only rises; what became of paid money may go back. */
export type PaymentState =
  | 'creating'
  | 'open'
  | 'expired'
  | 'failed'
  | 'paid'
  | 'partly_refunded'
  | 'disputed'
  | 'refunded'

const unpaid: readonly PaymentState[] = ['creating', 'open', 'expired', 'failed']

/** What is known of an order's money, and when it was asked for: a time of the database's clock; null before it is paid. */
export type KnownMoney = { state: PaymentState; refundedPence: number; readAt: string | null }

/** What the provider answered to a question put at `askedAt`, in the same form as `readAt`. */
export type MoneyNews = { told: PaymentState; refundedPence: number; askedAt: string }

/** What a piece of news is good for: it makes an order paid, tells more of a paid one, moves one that waits, or nothing. */
export type Worth = 'paid' | 'facts' | 'moved' | 'nothing'

/** Whether the money arrived, whatever became of it later. */
export function isPaid(state: PaymentState): boolean {
  return !unpaid.includes(state)
}

/** What the provider's record says of an order. A page that is complete but not paid yet is still open. */
export function stateOf(record: SessionRecord): PaymentState {
  const { status, paymentStatus } = record
  if (paymentStatus === 'paid' || (paymentStatus === 'no_payment_required' && status === 'complete')) {
    return stateOfPaid(record)
  }
  if (status === 'expired') return 'expired'
  return paymentStatus === 'failed' ? 'failed' : 'open'
}

/** A bank that has the money back, or may take it, comes before what the shop gave back itself. */
function stateOfPaid({ totalPence, refundedPence, disputes }: SessionRecord): PaymentState {
  if (disputes.some(isAgainstUs)) return 'disputed'
  if (refundedPence === 0) return 'paid'
  return refundedPence >= (totalPence ?? 0) ? 'refunded' : 'partly_refunded'
}

function isAgainstUs({ status }: DisputeRecord): boolean {
  return status !== 'won' && status !== 'closed'
}

/**
 * What is known of an order's money after a piece of news, which may come in any order and any number of times. Money
 * that arrived has arrived, whoever says so and however late. What became of it goes both ways, for refunds fail and
 * disputes are won: of two answers that of the later question is believed.
 */
export function hear(known: KnownMoney, { told, refundedPence, askedAt }: MoneyNews): KnownMoney & { worth: Worth } {
  const nothing = { ...known, worth: 'nothing' } as const
  if (isPaid(told)) {
    const facts = { state: told, refundedPence, readAt: askedAt }
    if (!isPaid(known.state)) return { ...facts, worth: 'paid' }
    return known.readAt === null || askedAt > known.readAt ? { ...facts, worth: 'facts' } : nothing
  }
  return isPaid(known.state) || rank(told) <= rank(known.state) ? nothing : { ...known, state: told, worth: 'moved' }
}

function rank(state: PaymentState): number {
  return unpaid.indexOf(state)
}
