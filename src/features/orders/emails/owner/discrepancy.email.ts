import type { EmailContent, RichText } from '#mail/email-blocks.ts'
import { disputeReason, isQuestion, refundFailure } from '#platform/payments/payment-labels.ts'
import { known } from '../email-blocks.ts'

/** A discrepancy that waits for the owner. Amounts as text, '£89.00'; `respondBy`: a date and time as text. */
export type DiscrepancyEmailData = {
  kind: string
  /** Of a dispute, as the provider has them. */
  status: string | null
  reason: string | null
  /** Why a refund failed. */
  failure: string | null
  ours: string | null
  theirs: string | null
  orderNumber: string | null
  respondBy: string | null
  siteUrl: string
}

/** The e-mail to the owner about a discrepancy: what happened, what it means, and where to resolve it. */
export function discrepancyEmail(discrepancy: DiscrepancyEmailData): EmailContent {
  const { orderNumber, respondBy, theirs, ours, kind, siteUrl } = discrepancy
  const title = discrepancyTitle(kind)
  const facts = known([
    ['Order', orderNumber],
    ['Amount', theirs ?? ours],
    ['Respond by', respondBy],
  ])
  return {
    subject: orderNumber ? `${title}: order ${orderNumber}` : title,
    preview: respondBy ? `Please answer by ${respondBy}.` : 'Your shop’s money page shows what you can do.',
    heading: title,
    hasHelp: true,
    blocks: [
      { say: meaningOf(discrepancy) },
      ...(facts.length > 0 ? [{ facts }] : []),
      { link: `${siteUrl}/admin/money`, label: 'Open the money page' },
      { aside: 'This is the only e-mail about it. It stays on the money page until you have resolved it.' },
    ],
  }
}

const titles: Record<string, string> = {
  open_dispute: 'Payment dispute',
  fraud_warning: 'Possible card fraud',
  paid_without_order: 'A payment without a paid order',
  paid_twice: 'Order paid twice',
  different_amount: 'A different amount was paid',
  refund_not_recorded: 'A refund the order does not show',
  refund_owed: 'A cancelled order still needs a refund',
  refund_failed: 'A refund failed',
  order_without_payment: 'No payment found for an order',
}

/** A short title for a kind of discrepancy. */
export function discrepancyTitle(kind: string): string {
  return titles[kind] ?? 'A payment needs your attention'
}

function meaningOf({ kind, status, reason, failure, ours, theirs }: DiscrepancyEmailData): RichText {
  const [paid, due] = [theirs ?? 'Money', ours ?? 'a different amount']
  switch (kind) {
    case 'open_dispute':
      return `The bank’s reason: ${disputeReason(reason ?? '')}. ${disputeMeans(status ?? '')}`
    case 'fraud_warning':
      return 'The customer’s bank has warned the payment provider. Please check the order before you post it: a refund now costs less than a dispute later.'
    case 'paid_without_order':
      return `${paid} was paid, but the shop has no paid order for it. A customer is expecting a garment.`
    case 'paid_twice':
      return 'The order was paid a second time. One of the two payments needs to be refunded.'
    case 'different_amount':
      return `${paid} was paid, and the order comes to ${due}. Nothing is charged or refunded until you decide.`
    case 'refund_not_recorded':
      return `The payment provider refunded ${paid}, but the order shows ${due}.`
    case 'refund_owed':
      return `The order was cancelled, but ${due} has not been refunded and no refund is on its way.`
    case 'refund_failed':
      return `${due} was to go back and did not: ${failure ? refundFailure(failure) : 'the bank did not accept it'}.`
    case 'order_without_payment':
      return `The order shows as paid (${due}), but the payment provider has no such payment. Please check before you make it.`
    default:
      return 'Your shop’s money page shows what it is and what you can do.'
  }
}

function disputeMeans(status: string): string {
  if (status === 'under_review') return 'You have responded, and the bank is deciding.'
  if (isQuestion(status)) return 'This is only an inquiry so far. Refunding now avoids a dispute and its fee.'
  return 'If you don’t respond in time, the customer gets the money back and you pay the fee.'
}
