import type { Wire } from '#platform/client/wire.ts'
import type { OrderDetails as DetailsResponse, OrderLine as KeptLine } from './api/order-details.ts'
import type { OrderRow as KeptRow } from './api/order-row.ts'
import { waitingPlaces } from './api/order-views.ts'

/** An order as the table shows it: the columns of `pre_orders`. Amounts in pounds, times ISO, days 'YYYY-MM-DD'. */
export type OrderRow = Wire<KeptRow>
export type OrderLine = Wire<KeptLine>

/** GET order-details. The timeline begins with the latest entry. */
export type OrderDetails = Wire<DetailsResponse>
export type OrderInDetail = OrderDetails['order']
export type TimelineEntry = OrderDetails['timeline'][number]

export type OrderPage = {
  orders: OrderRow[]
  /** Where the next page begins; null: this was the last. */
  next: string | null
}

export const paymentStatuses = [
  { id: 'pending', name: 'Pending' },
  { id: 'paid', name: 'Paid' },
] as const

export const orderStatuses = [
  { id: 'pending', name: 'Pending' },
  { id: 'processing', name: 'Processing' },
  { id: 'shipped', name: 'Shipped' },
  { id: 'delivered', name: 'Delivered' },
  { id: 'cancelled', name: 'Cancelled' },
] as const

export type PaymentStatus = (typeof paymentStatuses)[number]['id']
export type OrderStatus = (typeof orderStatuses)[number]['id']

/** Whether its parcel is still to leave, so that a day to post it by means something: not where all money went back. */
export function isAwaited({ order_view }: OrderRow): boolean {
  return waitingPlaces.includes(order_view)
}

/** `today`: the day in shop time. ISO days are in order when read as text. */
export function isLate(order: OrderRow, today: string): boolean {
  return isAwaited(order) && order.dispatch_by < today
}

/** Somebody says it is paid; the payment company does not. */
export function isPaidByHand({ payment_status, paid_at }: OrderRow): boolean {
  return payment_status === 'paid' && paid_at === null
}

/** Something about its money needs her: a refund is owed or failed, a bank asks, or a payment is to be looked at. */
export function wantsMoneyLook(order: OrderRow): boolean {
  return owesRefund(order) || order.payment_state === 'disputed' || order.needs_review !== null
}

/** It is cancelled, and what was paid for it has not all gone back. */
export function owesRefund({ order_status, paid_at, payment_state, final_amount, refunded_amount }: OrderRow): boolean {
  const isHeld = payment_state === 'paid' || payment_state === 'partly_refunded'
  return order_status === 'cancelled' && paid_at !== null && isHeld && refunded_amount < final_amount
}
