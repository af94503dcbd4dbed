import { disputeReason, isQuestion, refundFailure } from '#platform/payments/payment-labels.ts'
import type { EmailContent, RichText } from '#ui/email/email-blocks.ts'

/** A discrepancy that waits for the owner. Amounts as text, '£89.00'; `respondBy`: a date and time as text. */
export type DiscrepancyEmailData = {
  kind: string
  detail: string | null
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
  const amount = theirs ?? ours
  const facts: [string, string | null][] = [
    ['Order', orderNumber],
    ['Amount', amount],
    ['Answer by', respondBy],
  ]
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null)
  return {
    subject: orderNumber ? `${title}: order ${orderNumber}` : title,
    preview: respondBy ? `Please answer by ${respondBy}.` : 'Your shop’s money page says what can be done.',
    heading: title,
    hasHelp: true,
    blocks: [
      { say: meaningOf(discrepancy) },
      ...(known.length > 0 ? [{ facts: known }] : []),
      { link: `${siteUrl}/admin/money`, label: 'See to it' },
      { aside: 'This is the only e-mail about it. The money page keeps it until you have seen to it.' },
    ],
  }
}

const titles: Record<string, string> = {
  open_dispute: 'A bank asks about a payment',
  fraud_warning: 'A bank fears a card was misused',
  paid_without_order: 'A payment without a paid order',
  paid_twice: 'An order was paid twice',
  different_amount: 'Another amount was paid',
  refund_not_recorded: 'A refund the order does not show',
  refund_owed: 'A cancelled order is still to be refunded',
  refund_failed: 'A refund did not go through',
  order_without_payment: 'An order’s payment is not known',
}

/** A short title for a kind of discrepancy. */
export function discrepancyTitle(kind: string): string {
  return titles[kind] ?? 'Something about money needs you'
}

function meaningOf({ kind, detail, ours, theirs }: DiscrepancyEmailData): RichText {
  const [paid, due] = [theirs ?? 'Money', ours ?? 'another amount']
  switch (kind) {
    case 'open_dispute':
      return `The customer’s bank asks: ${disputeReason(wordsAfterStatus(detail))}. ${disputeMeans(detail)}`
    case 'fraud_warning':
      return 'The customer’s bank has warned the payment company. Please look at the order before the parcel leaves: a refund now costs less than a dispute later.'
    case 'paid_without_order':
      return `${paid} arrived, and the shop has no paid order for it. Somebody expects a garment.`
    case 'paid_twice':
      return 'The order was paid a second time. One of the two payments is to be refunded.'
    case 'different_amount':
      return `${paid} was paid, and the order comes to ${due}. Nothing is charged or refunded until you decide.`
    case 'refund_not_recorded':
      return `The payment company has refunded ${paid}, and the order says ${due}.`
    case 'refund_owed':
      return `The order was cancelled, and ${due} of it has neither been refunded nor is it on its way.`
    case 'refund_failed':
      return `${due} was to go back and did not: ${detail ? refundFailure(detail) : 'the bank did not take it'}.`
    case 'order_without_payment':
      return `The order counts as paid, ${due}, and the payment company does not know the payment. Please look before you make it.`
    default:
      return 'Your shop’s money page says what it is and what can be done.'
  }
}

/** 'needs_response product_not_received': the dispute's status and reason. */
function wordsAfterStatus(detail: string | null): string {
  return detail?.split(' ').slice(1).join(' ') ?? ''
}

function disputeMeans(detail: string | null): string {
  const status = detail?.split(' ')[0] ?? ''
  if (status === 'under_review') return 'An answer has been sent, and the bank decides now.'
  if (isQuestion(status)) return 'The bank only asks so far. A refund now avoids a dispute and its fee.'
  return 'Without an answer in time the customer gets the money, and the fee stays with you.'
}
