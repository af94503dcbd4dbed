import { formatPence, pence } from '#base/money.ts'
import { formatShopTime } from '#base/shop-time.ts'
import type { DiscrepancyResponse, ResolvedResponse } from '#features/payments/reconciliation/money-response.ts'
import {
  asSentence,
  disputeReason,
  isQuestion,
  refundEmailSentNote,
  refundFailure,
} from '#platform/payments/payment-labels.ts'
import { providerInTexts } from '#platform/payments/provider-info.ts'

type Kind = DiscrepancyResponse['kind']

/** The groups of the list, by the decision they need, the most urgent first. */
export const groups: { id: string; title: string; note: string; kinds: readonly Kind[] }[] = [
  {
    id: 'missing-orders',
    title: 'Paid, but missing from your orders',
    note: 'Customers who have paid, but whose orders don’t show as paid.',
    kinds: ['paid_without_order'],
  },
  {
    id: 'to-give-back',
    title: 'Refunds to make',
    note: 'Paid twice, or promised to the customer and not yet sent.',
    kinds: ['paid_twice', 'refund_owed', 'refund_failed'],
  },
  {
    id: 'to-decide',
    title: 'Amounts that differ',
    note: 'The payment doesn’t match the order. Nothing is charged or refunded until you decide.',
    kinds: ['different_amount', 'refund_not_recorded'],
  },
  {
    id: 'to-confirm',
    title: 'Marked as paid, no payment found',
    note: 'The payment provider has no payment for these. Confirm that you have the money, or look into it.',
    kinds: ['order_without_payment', 'paid_by_hand'],
  },
  {
    id: 'set-pending',
    title: 'Paid, but marked as pending',
    note: 'The payment provider holds the money for these. Someone set their payment to Pending.',
    kinds: ['paid_set_pending'],
  },
  {
    id: 'to-look-at',
    title: 'Check before you post it',
    note: 'A bank suspects that the card wasn’t the customer’s own.',
    kinds: ['fraud_warning'],
  },
]

const titles: Record<Kind, string> = {
  open_dispute: 'Payment dispute',
  paid_without_order: 'Paid without an order',
  paid_twice: 'Paid twice',
  different_amount: 'Different amount',
  refund_not_recorded: 'Refund missing from the order',
  refund_owed: 'Cancelled, not refunded',
  refund_failed: 'Refund failed',
  order_without_payment: 'No payment found',
  paid_by_hand: 'Set to paid by hand',
  paid_set_pending: 'Set to pending by hand',
  fraud_warning: 'Possible card fraud',
}

export function titleOf(kind: Kind): string {
  return titles[kind]
}

/** The title of a resolved discrepancy; a dispute's title names its outcome. */
export function resolvedTitleOf({ kind, ended, theirs_pence: theirs }: ResolvedResponse): string {
  const amount = theirs === null ? 'the money' : formatPence(theirs)
  if (ended === 'lost') return `Dispute lost: ${amount} went back to the customer`
  if (ended === 'won') return `Dispute won: you keep ${amount}`
  if (ended === 'closed') return `Dispute closed: you keep ${amount}`
  return kind === 'open_dispute' ? 'Payment dispute' : titles[kind]
}

/** What happened and what it means, in two or three sentences; `now` by the shop's clock. */
export function explanationOf(discrepancy: DiscrepancyResponse, now: string): string {
  const { kind, facts, ours_pence, theirs_pence, order_number: order, respond_by: due, was_told } = discrepancy
  const [paid, owed] = [formatPence(theirs_pence ?? pence(0)), formatPence(ours_pence ?? pence(0))]
  switch (kind) {
    case 'open_dispute':
      return `${asSentence(disputeReason(facts.reason))} ${disputeMeans(facts.status, due !== null && due < now)}`
    case 'paid_without_order':
      return order
        ? `${paid} was paid, but the order still shows as unpaid. A customer is expecting a garment.`
        : `${paid} was paid for an order that isn’t in the shop, perhaps after a backup was restored. A customer is expecting a garment.`
    case 'paid_twice':
      return `The order was paid, and then ${paid} was paid a second time for the same garments.`
    case 'different_amount':
      return facts.kind === 'paid_in_other_currency'
        ? `The payment was made in another currency (${facts.currency.toUpperCase()}), but the shop sells in pounds.`
        : `${paid} was paid, but the order total is ${owed}.`
    case 'refund_not_recorded':
      return `The payment provider refunded ${paid}, but the order shows ${owed}.`
    case 'refund_owed':
      return `The order was cancelled, but ${owed} has not been refunded and no refund is on its way.`
    case 'refund_failed':
      return `The refund of ${owed} failed: ${facts.failure ? refundFailure(lower(facts.failure) ?? '') : 'the bank did not accept it'}. The money is in your balance at the payment provider.${was_told ? ` ${refundEmailSentNote}` : ''}`
    case 'order_without_payment':
      return `The order shows a card payment of ${owed}, but the payment provider has no such payment. Is the shop connected to the right account?`
    case 'paid_by_hand':
      return `${byWhom(discrepancy.said_by, facts.at, 'paid')} and no card payment came in. The order total is ${owed}.`
    case 'paid_set_pending':
      return `${byWhom(discrepancy.said_by, facts.at, 'pending')} but the payment provider holds ${paid} for it. The order is still in your lists to make and send.`
    case 'fraud_warning':
      return 'The customer’s bank has warned the payment provider. Cancelling and refunding now costs less than a dispute later. If you know the customer, send it.'
  }
}

function byWhom(who: string | null, at: string | undefined, status: 'paid' | 'pending'): string {
  if (!at) return `Someone set the order to ${status},`
  return `${who ?? 'Someone'} set the order to ${status} on ${formatShopTime(at)},`
}

function disputeMeans(status: string, isPast: boolean): string {
  if (status === 'under_review') return 'You have responded. The bank is deciding, and there is nothing more to do.'
  if (isPast) return `The deadline has passed; check ${providerInTexts} for the outcome.`
  if (isQuestion(status)) {
    return 'This is only an inquiry so far. Refunding now avoids a dispute and its fee.'
  }
  return 'If you don’t respond in time, the customer gets the money back and you pay the fee.'
}

/** '4 days left', '3 hours left', 'Deadline passed'; by the shop's clock. */
export function daysLeft(respondBy: string, now: string): string {
  const hours = (Date.parse(respondBy) - Date.parse(now)) / 3_600_000
  if (hours < 0) return 'Deadline passed'
  if (hours < 24)
    return hours < 1 ? 'Less than an hour left' : `${Math.floor(hours)} ${hours < 2 ? 'hour' : 'hours'} left`
  const days = Math.floor(hours / 24)
  return `${days} ${days === 1 ? 'day' : 'days'} left`
}

const ways: Record<string, string> = {
  agreed: 'Matches again',
  settled: 'Brought up to date',
  rebuilt: 'Order recreated',
  refund_asked: 'Refund requested',
  amount_taken: 'Amount accepted',
  marked_paid: 'Set back to Paid',
  accepted: 'Accepted',
}

const givenBack: Record<NonNullable<ResolvedResponse['refund_state']>, string> = {
  requested: 'Refund requested',
  pending: 'Refunded',
  succeeded: 'Refunded',
  failed: 'Refund failed, requested',
}

/** How a discrepancy was resolved: 'Given back by ruth@example.com'. */
export function endOf({ kind, how, by, refund_state: refund }: ResolvedResponse): string {
  if (kind === 'open_dispute' && how === 'agreed') return 'Decided by the bank'
  const way = how === 'refund_asked' && refund ? givenBack[refund] : (ways[how] ?? how)
  return `${way}${by ? ` by ${by}` : ''}`
}

function lower(text: string | null): string | null {
  const plain = text?.trim().replace(/\.$/, '')
  return plain ? plain.charAt(0).toLowerCase() + plain.slice(1) : null
}
