import { z } from 'zod'
import { formatPence, pence } from '#base/money.ts'
import { refundFailure } from '#platform/payments/payment-labels.ts'

const amount = z.int()

/** A payment that does not match its order, which it does not pay. */
const mismatches = [
  z.object({ kind: z.literal('paid_in_other_currency'), currency: z.string() }),
  z.object({ kind: z.literal('goods_differ'), paidPence: amount, duePence: amount }),
  z.object({ kind: z.literal('delivery_not_offered') }),
  z.object({ kind: z.literal('total_differs') }),
] as const

/** Why the owner has to check an order: `kind` and `facts` of a row of `private.order_notes`. */
export const OrderNote = z.discriminatedUnion('kind', [
  ...mismatches,
  // It is paid, and the owner should check it.
  z.object({ kind: z.literal('address_missing') }),
  z.object({ kind: z.literal('address_elsewhere'), deliverTo: z.string(), country: z.string() }),
  z.object({ kind: z.literal('northern_ireland') }),
  z.object({ kind: z.literal('code_used_up') }),
  z.object({ kind: z.literal('preorder_full') }),
  z.object({ kind: z.literal('rebuilt') }),
  /** Set to paid by hand, and then paid through the provider. */
  z.object({ kind: z.literal('paid_again') }),
  /** It was added to the order `first`, which was begun, called off or labelled before; the database resolves it at dispatch. */
  z.object({ kind: z.literal('posted_alone'), first: z.string() }),
  /** A fraud warning; the database resolves it at dispatch. */
  z.object({ kind: z.literal('bank_warning') }),
  // Money to refund. The database adds `refund_owed`, and resolves the three that follow it when everything is refunded.
  z.object({ kind: z.literal('paid_twice'), sessionId: z.string() }),
  z.object({ kind: z.literal('refund_failed'), amountPence: amount, failure: z.string().optional() }),
  z.object({ kind: z.literal('refund_owed') }),
  z.object({ kind: z.literal('refund_owed_after_delay') }),
  z.object({ kind: z.literal('refund_refused') }),
  // An exchange was paid after its return was refunded or refused.
  z.object({ kind: z.literal('exchange_settled') }),
  /** A note of an earlier version that none of these is. */
  z.object({ kind: z.literal('other'), words: z.string() }),
])
export type OrderNote = z.infer<typeof OrderNote>
export type Mismatch = z.infer<(typeof mismatches)[number]>

/** A note for people, as a sentence. */
export function noteText(note: OrderNote): string {
  switch (note.kind) {
    case 'paid_in_other_currency':
      return `Paid in ${note.currency}.`
    case 'goods_differ':
      return `Paid for goods of ${pounds(note.paidPence)} instead of ${pounds(note.duePence)}.`
    case 'delivery_not_offered':
      return 'Paid with a delivery that was not offered.'
    case 'total_differs':
      return 'Paid another total than the sum of its parts.'
    case 'address_missing':
      return 'Paid without a name and an address.'
    case 'address_elsewhere':
      return `Paid delivery to ${note.deliverTo}, but the address is in ${note.country}.`
    case 'northern_ireland':
      return 'The address is in Northern Ireland, and the shop names no responsible person there or in the EU.'
    case 'code_used_up':
      return 'Its discount code had no use left when the payment came.'
    case 'preorder_full':
      return 'Its pre-order had no piece left when the payment came.'
    case 'rebuilt':
      return 'Rebuilt from the payment: check the sizes.'
    case 'paid_again':
      return 'It was set to paid by hand, and then paid by card: if you have both, refund one.'
    case 'posted_alone':
      return `It was added to order ${note.first}, but isn’t in its parcel any more: post it alone.`
    case 'bank_warning':
      return 'Look at this payment before sending.'
    case 'paid_twice':
      return `Paid a second time, on payment page ${note.sessionId}: refund it.`
    case 'refund_failed':
      return `A refund failed: ${pounds(note.amountPence)}${note.failure ? ` (${refundFailure(note.failure)})` : ''}.`
    case 'refund_owed':
      return 'Refund owed: the order was cancelled.'
    case 'refund_owed_after_delay':
      return 'Refund owed: cancelled by the customer after a delay.'
    case 'refund_refused':
      return 'Refund failed: the payment provider refused it.'
    case 'exchange_settled':
      return 'Paid as an exchange, but its return was settled in another way before: refund it, or ask for the rest.'
    case 'other':
      return `${note.words}.`
  }
}

/** Whether it says that a cancelled order waits for its refund. */
export function isRefundOwed({ kind }: OrderNote): boolean {
  return kind === 'refund_owed' || kind === 'refund_owed_after_delay'
}

function pounds(amount: number): string {
  return formatPence(pence(amount))
}
