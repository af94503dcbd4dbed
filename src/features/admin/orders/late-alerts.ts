import type { OrderCounts } from '#features/orders/desk/count-orders.ts'
import { alertCount } from '../alert-count.ts'

/** How many orders should have left by now. */
export const lateAlerts = alertCount<OrderCounts>('order-counts', ({ late }) => late)
