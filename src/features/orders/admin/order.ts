import { holdsMoney } from '#features/orders/order-state.ts'
import type { Wire } from '#platform/client/wire.ts'
import type { OrderDetails as DetailsResponse, OrderLine as KeptLine } from './api/order-details.ts'
import type { OrderRow as KeptRow } from './api/order-row.ts'
import { isInView, waitingPlaces } from './api/order-views.ts'

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

/** Whether the order still has to ship, so that its dispatch day matters. */
export function isAwaited({ order_view }: OrderRow): boolean {
  return waitingPlaces.includes(order_view)
}

/** `today`: the day in shop time. */
export function isLate(order: OrderRow, today: string): boolean {
  return isInView(order, 'late', today)
}

/** Set to paid by an administrator, without a payment at the provider. */
export function isPaidByHand({ payment_status, paid_at }: OrderRow): boolean {
  return payment_status === 'paid' && paid_at === null
}

/** Whether its money needs a decision: a refund is owed or failed, a dispute, or a review note. */
export function needsMoneyDecision(order: OrderRow): boolean {
  return owesRefund(order) || order.provider_state === 'disputed' || (order.review_notes?.length ?? 0) > 0
}

/** Whether it is cancelled without a full refund. */
export function owesRefund({
  order_status,
  paid_at,
  provider_state,
  final_amount,
  refunded_amount,
}: OrderRow): boolean {
  return (
    order_status === 'cancelled' && paid_at !== null && holdsMoney(provider_state) && refunded_amount < final_amount
  )
}
