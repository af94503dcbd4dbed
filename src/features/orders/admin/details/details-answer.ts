import type { Wire } from '#platform/client/wire.ts'
import type { OrderDetails as Answer } from '../api/order-details.ts'

/** What GET order-details answers. The timeline begins with what happened last. */
export type OrderDetails = Wire<Answer>
export type OrderInDetail = OrderDetails['order']
export type TimelineEntry = OrderDetails['timeline'][number]
