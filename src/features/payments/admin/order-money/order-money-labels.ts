import { formatPence, type Pence, pence, sumPence } from '#base/money.ts'
import { formatShopTime } from '#base/shop-time.ts'
import type { RefundReason } from '#features/payments/refunds/request-refund.ts'
import {
  asSentence,
  disputeReason,
  isQuestion,
  refundEmailSentNote,
  refundFailure,
} from '#platform/payments/payment-labels.ts'
import { providerInTexts } from '#platform/payments/provider-info.ts'
import type { Dispute, OrderMoney, Refund } from './order-money-queries.ts'

/** The state of an order's payment, as a word and as a sentence. */
export function paymentSummary(money: OrderMoney): { word: string; sentence: string } {
  const { provider_state: state, payment_status: status, paid_at, total_pence: total } = money
  const when = paid_at ? ` on ${formatShopTime(paid_at)}` : ''
  if (state === 'refunded')
    return { word: 'Refunded', sentence: `${formatPence(total)} was paid${when} and refunded in full.` }
  if (state === 'disputed') return disputeSummary(money, when)
  if (state === 'partly_refunded') {
    return {
      word: 'Partly refunded',
      sentence: `It was paid${when}, and ${formatPence(money.refunded_pence)} was refunded.`,
    }
  }
  if (state === 'paid') {
    return {
      word: 'Paid',
      sentence: total === 0 ? `It was placed${when}, with nothing to pay.` : `It was paid${when}.`,
    }
  }
  if (status === 'paid')
    return { word: 'Paid by hand', sentence: 'Someone set it to paid; the payment provider has no payment for it.' }
  if (money.undecided_pence) {
    const sentence = `The customer has finished on the payment page: ${formatPence(money.undecided_pence)} is on its way and not confirmed yet, as with Klarna. The order will become paid, or its payment page will close.`
    return { word: 'Not confirmed yet', sentence }
  }
  const unpaid: Record<string, string> = {
    expired: 'Its payment page was closed without a payment.',
    failed: 'The payment failed.',
  }
  return {
    word: 'Not paid',
    sentence: unpaid[state] ?? 'Its payment page is open.',
  }
}

function disputeSummary(money: OrderMoney, when: string): { word: string; sentence: string } {
  const { disputes, total_pence: total, refunded_pence: refunded } = money
  const open = disputes.filter(({ status }) => status === 'needs_response' || status === 'under_review')
  const lost = takenByBank(money)
  const before = refunded > 0 ? ` ${formatPence(refunded)} was refunded.` : ''
  if (open.length === 0 && lost > 0) {
    const how = lost >= total ? `all ${formatPence(total)}` : `${formatPence(lost)} of the ${formatPence(total)}`
    return { word: 'Lost', sentence: `It was paid${when}, and the bank returned ${how} to the customer.${before}` }
  }
  if (open.length === 0 && disputes.some(({ status }) => isQuestion(status)))
    return { word: 'Paid', sentence: `It was paid${when}, and the customer’s bank has asked about it.${before}` }
  return { word: 'Disputed', sentence: `It was paid${when}, and the customer’s bank is reviewing it.${before}` }
}

/** What lost disputes took. */
export function takenByBank({ disputes }: Pick<OrderMoney, 'disputes'>): Pence {
  return sumPence(disputes.filter(({ status }) => status === 'lost').map(({ amount_pence }) => amount_pence))
}

/** What the shop still has of the payment. */
export function kept(money: Pick<OrderMoney, 'total_pence' | 'refunded_pence' | 'disputes'>): Pence {
  return pence(Math.max(0, money.total_pence - money.refunded_pence - takenByBank(money)))
}

const reasons: Record<RefundReason, string> = {
  cancelled: 'Cancelled',
  returned: 'Sent back',
  faulty: 'Faulty or wrong',
  goodwill: 'Goodwill',
  duplicate: 'Paid twice',
  other: 'Another reason',
}

/** The reasons that the owner chooses from, the usual ones first. */
export const reasonChoices = (['returned', 'faulty', 'goodwill', 'cancelled', 'duplicate', 'other'] as const).map(
  (id) => ({
    id,
    name: reasons[id],
  }),
)

/** The chosen reason; undefined while none is. */
export function chosenReason(value: string) {
  return reasonChoices.find(({ id }) => id === value)?.id
}

/** The reason of a refund; the provider's dashboard may give none. */
export function reasonOf({ reason, source, is_own }: Refund): string {
  const what = source === 'provider' ? 'Made in the payment provider’s dashboard' : reasons[reason]
  return is_own ? what : `${what}, of another payment for this order`
}

/** The state of a refund: a word and, where there is more to say, a sentence. */
export function refundStatus(refund: Refund): { word: string; sentence: string | null } {
  const { state, held, failure, source, settled_at } = refund
  if (held)
    return { word: 'Waiting', sentence: 'The order was reopened, so this refund waits until the order is cancelled.' }
  if (state === 'requested') {
    return {
      word: 'On its way',
      sentence: 'The payment provider hasn’t confirmed it yet. The shop keeps checking.',
    }
  }
  if (state === 'pending') return { word: 'On its way', sentence: 'The payment provider has accepted it.' }
  if (state === 'failed') {
    const why = failure ? asSentence(refundFailure(failure)) : 'The payment provider gives no reason.'
    return { word: 'Failed', sentence: refund.was_told ? `${why} ${refundEmailSentNote}` : why }
  }
  const sentence = source === 'shop' && settled_at ? `On ${formatShopTime(settled_at)}.` : null
  return { word: 'Refunded', sentence }
}

/** The text of a dispute and its deadline. `now`: the shop's time. */
export function disputeText({ amount_pence: amount, reason, status, respond_by }: Dispute, now: string): string {
  const until = respond_by ? ` by ${formatShopTime(respond_by)}` : ''
  const about = `${formatPence(amount)} (${disputeReason(reason)})`
  if (respond_by && respond_by < now && (status === 'warning' || status === 'needs_response'))
    return `The customer’s bank disputed ${about}. The deadline has passed; check ${providerInTexts} for the outcome.`
  const words: Record<string, string> = {
    warning: `The customer’s bank has asked about ${about}. Respond in the payment provider’s dashboard${until}, or refund now to avoid a dispute and its fee.`,
    needs_response: `The customer’s bank has taken ${about} back for now. Respond in the payment provider’s dashboard${until}.`,
    under_review: `The bank is reviewing your response about ${about}.`,
    won: `You won the dispute about ${about} and keep the money.`,
    lost: `You lost the dispute: ${about} went back to the customer.`,
    closed: `The dispute about ${about} is closed.`,
  }
  return words[status] ?? `The customer’s bank disputes ${about}.`
}

/** What remains after a refund of this amount; null for an invalid amount. */
export function remaining(left: Pence, amountPence: number | null): string | null {
  if (amountPence === null || amountPence < 1 || amountPence > left) return null
  const rest = left - amountPence
  return rest === 0 ? 'That refunds the whole payment.' : `${formatPence(pence(rest))} of the payment will be left.`
}
