import type { DiscrepancyResponse, ResolvedResponse } from '#features/payments/reconciliation/money-response.ts'
import {
  asSentence,
  disputeReason,
  isQuestion,
  refundEmailSentNote,
  refundFailure,
} from '#platform/payments/payment-labels.ts'
import { formatPounds } from '#ui/money.ts'
import { formatShopTime } from '#ui/time/shop-time.ts'

type Kind = DiscrepancyResponse['kind']

/** The groups of the list, by the decision they need, the most urgent first. */
export const groups: { id: string; title: string; note: string; kinds: readonly Kind[] }[] = [
  {
    id: 'missing-orders',
    title: 'Paid, and nobody is sewing it',
    note: 'Customers who paid and whose orders the shop does not have as paid.',
    kinds: ['paid_without_order'],
  },
  {
    id: 'to-give-back',
    title: 'Money to give back',
    note: 'It is not yours to keep, or it was promised and has not arrived.',
    kinds: ['paid_twice', 'refund_owed', 'refund_failed'],
  },
  {
    id: 'to-decide',
    title: 'Amounts that differ',
    note: 'What was paid is not what the order says. Nothing is charged or given back until you decide.',
    kinds: ['different_amount', 'refund_not_recorded'],
  },
  {
    id: 'to-confirm',
    title: 'Paid, as far as the order says',
    note: 'The payment company knows no payment for these. Tell the books that you have the money, or look into it.',
    kinds: ['order_without_payment', 'paid_by_hand'],
  },
  {
    id: 'set-pending',
    title: 'Paid, but marked as pending',
    note: 'The payment company has the money for these. Someone set their payment to Pending.',
    kinds: ['paid_set_pending'],
  },
  {
    id: 'to-look-at',
    title: 'Look before the parcel leaves',
    note: 'A bank fears that the card was not the customer’s own.',
    kinds: ['fraud_warning'],
  },
]

const titles: Record<Kind, string> = {
  open_dispute: 'A bank asks about a payment',
  paid_without_order: 'Paid without an order',
  paid_twice: 'Paid twice',
  different_amount: 'Another amount',
  refund_not_recorded: 'A refund the order does not show',
  refund_owed: 'Cancelled, and not given back',
  refund_failed: 'A refund did not go through',
  order_without_payment: 'No such payment',
  paid_by_hand: 'Set to paid by hand',
  paid_set_pending: 'Set to pending by hand',
  fraud_warning: 'Perhaps not her own card',
}

export function titleOf(kind: Kind): string {
  return titles[kind]
}

/** The title of a resolved discrepancy; a dispute's title names its outcome. */
export function resolvedTitleOf({ kind, ended, theirs }: ResolvedResponse): string {
  const amount = theirs === null ? 'the money' : formatPounds(theirs)
  if (ended === 'lost') return `The bank decided for the customer: ${amount} is gone`
  if (ended === 'won') return `The bank decided for you: ${amount} stays`
  if (ended === 'closed') return `The bank’s question is closed: ${amount} stays`
  return kind === 'open_dispute' ? 'A bank asked about a payment' : titles[kind]
}

/** What happened and what it means, in two or three sentences; `now` by the shop's clock. */
export function explanationOf(discrepancy: DiscrepancyResponse, now: string): string {
  const { kind, detail, ours, theirs, order_number: order, respond_by: due, was_told } = discrepancy
  const [paid, owed] = [formatPounds(theirs ?? 0), formatPounds(ours ?? 0)]
  switch (kind) {
    case 'open_dispute':
      return `${reasonOf(detail)} ${disputeMeans(detail, due !== null && due < now)}`
    case 'paid_without_order':
      return order
        ? `${paid} arrived, and the order still waits to be paid. Somebody expects a garment.`
        : `${paid} arrived for an order that is not in the shop, as after going back to a backup. Somebody expects a garment.`
    case 'paid_twice':
      return `The order was paid, and then ${paid} came a second time for the same garments.`
    case 'different_amount':
      return detail?.startsWith('Paid in ')
        ? `The payment came in another currency (${detail.slice('Paid in '.length).toUpperCase()}), and the shop sells in pounds.`
        : `${paid} was paid, and the order comes to ${owed}.`
    case 'refund_not_recorded':
      return `The payment company has given back ${paid}, the order says ${owed}.`
    case 'refund_owed':
      return `The order was cancelled, and ${owed} of it was neither given back nor is it on its way.`
    case 'refund_failed':
      return `${owed} was to go back and did not: ${detail ? refundFailure(lower(detail) ?? '') : 'the bank did not take it'}. It is in your balance at the payment company.${was_told ? ` ${refundEmailSentNote}` : ''}`
    case 'order_without_payment':
      return `The order was paid by card for ${owed}, and the payment company does not know that payment. Is the shop connected with the right account?`
    case 'paid_by_hand':
      return `${byWhom(discrepancy, 'paid')} and no payment came by card. The order comes to ${owed}.`
    case 'paid_set_pending':
      return `${byWhom(discrepancy, 'pending')} and the payment company has ${paid} for it. The order is still made and sent.`
    case 'fraud_warning':
      return 'Her bank has warned the payment company. To cancel and give the money back now costs less than a dispute later. If you know her, send it.'
  }
}

function byWhom({ said_by, said_at }: DiscrepancyResponse, status: 'paid' | 'pending'): string {
  if (!said_at) return `Someone set the order to ${status},`
  return `${said_by ?? 'Someone'} set the order to ${status} on ${formatShopTime(said_at)},`
}

function reasonOf(detail: string | null): string {
  return asSentence(disputeReason(detail?.split(' ').slice(1).join(' ') ?? ''))
}

function disputeMeans(detail: string | null, isPast: boolean): string {
  if (detail?.startsWith('under_review')) return 'You have answered. The bank decides now, and there is nothing to do.'
  if (isPast) return 'The day to answer has passed; look at Stripe how it ended.'
  if (isQuestion(detail?.split(' ')[0] ?? '')) {
    return 'The bank only asks so far. To give the money back now avoids a dispute and its fee.'
  }
  return 'Without an answer in time she gets the money, and the fee stays with you.'
}

/** '4 days left', '3 hours left', 'The day has passed'; by the shop's clock. */
export function daysLeft(respondBy: string, now: string): string {
  const hours = (Date.parse(respondBy) - Date.parse(now)) / 3_600_000
  if (hours < 0) return 'The day has passed'
  if (hours < 24)
    return hours < 1 ? 'Less than an hour left' : `${Math.floor(hours)} ${hours < 2 ? 'hour' : 'hours'} left`
  const days = Math.floor(hours / 24)
  return `${days} ${days === 1 ? 'day' : 'days'} left`
}

const ways: Record<string, string> = {
  agreed: 'The books agree again',
  settled: 'Brought up to date',
  rebuilt: 'The order was built anew',
  refund_asked: 'To be given back, asked for',
  amount_taken: 'The amount was taken over',
  marked_paid: 'Set back to Paid',
  accepted: 'Accepted',
}

const givenBack: Record<NonNullable<ResolvedResponse['refund_state']>, string> = {
  requested: 'Is being given back, asked for',
  pending: 'Given back',
  succeeded: 'Given back',
  failed: 'Did not go back, asked for',
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
