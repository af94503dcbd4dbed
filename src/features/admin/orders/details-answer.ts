import type { OrderDetails as Answer } from '#features/orders/desk/order-details.ts'
import type { Wire } from '../order-money/money-answer.ts'

/** What GET order-details answers. The timeline begins with what happened last. */
export type OrderDetails = Wire<Answer>
export type OrderInDetail = OrderDetails['order']
export type TimelineEntry = OrderDetails['timeline'][number]
