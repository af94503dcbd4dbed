import { formatPence, penceFromPounds } from '#base/money.ts'
import type { OrderRow } from './order.ts'

/** '£182.50'. */
export function formatPounds(pounds: number): string {
  return formatPence(penceFromPounds(pounds))
}

/** The message after a change that was not made, because someone else changed the order first. */
export function conflictNotice(orderNumber: string): { title: string; description: string } {
  return {
    title: 'Someone else has just changed this order',
    description: `Your change to order ${orderNumber} was not saved. The order is shown as it is now.`,
  }
}

/** The message after an undo. */
export function undoneNotice(orderNumber: string): { title: string; description: string } {
  return { title: 'Undone', description: `Order ${orderNumber} is as it was before.` }
}

const states: Record<string, string> = {
  creating: 'Not paid yet',
  open: 'The payment page is open',
  expired: 'The payment page has expired',
  failed: 'The payment failed',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed by the customer’s bank',
}

/** A short label for the payment at its provider. */
export function paymentLabel({ provider_state, payment_status, paid_at }: OrderRow): string {
  if (payment_status === 'paid' && !paid_at) return 'Marked as paid by hand'
  return states[provider_state] ?? provider_state
}

/** The label of a refund: 'Refunded', or '£10.00 back'; null where there is none. */
export function refundedLabel({ provider_state, refunded_amount }: OrderRow): string | null {
  if (provider_state === 'refunded') return 'Refunded'
  return refunded_amount > 0 ? `${formatPounds(refunded_amount)} refunded` : null
}
