import { toast } from '#ui/toast.ts'
import { callFunction, type Failure } from '../call-function.ts'
import type { Changed } from './change-order.ts'
import type { OrderRow } from './order.ts'
import { overtakenNotice } from './order-words.ts'

type ShippingAnswer = { queued: boolean; state: 'sent' | 'waiting' | 'failed'; message: string }

/** Has the customer told that her parcel has left, and says how that went. */
export async function tellShipping(order: OrderRow): Promise<void> {
  const { order_number, customer_name, customer_email, product_name, tracking_number, shipping_carrier } = order
  const body = { order_number, customer_name, customer_email, product_name, tracking_number, shipping_carrier }
  const { value, failure } = await callFunction<ShippingAnswer>('send-shipping-confirmation', body)
  // The number is kept whatever became of the letter, so this is nothing the owner must act on.
  // biome-ignore lint/suspicious/noConsole: the browser has no other log
  if (failure) console.warn('send-shipping-confirmation', failure.code, failure.said)
  const description = shippingWords(value ?? failure)
  await toast({ title: 'Tracking added', description, tone: 'success', about: `order-${order_number}` })
}

/** What is said of the letter: that the customer was notified only where it has left. */
export function shippingWords(answer: ShippingAnswer | Failure): string {
  if (!('state' in answer)) {
    const why = answer.isLost ? '' : answer.said
    return `The tracking number is saved. ${why || 'The e-mail is waiting; the order’s letters tell when it has left.'}`
  }
  if (answer.state === 'sent') return 'Tracking number added and customer notified by email.'
  return `The tracking number is saved. ${answer.message}`
}

export function tellTrackingFailure({ order_number }: OrderRow, changed: Changed): Promise<void> {
  const about = `order-${order_number}`
  if (changed.outcome === 'overtaken') return toast({ ...overtakenNotice(order_number), tone: 'error', about })
  return toast({ title: 'Error', description: 'Failed to add tracking number.', tone: 'error', about })
}
