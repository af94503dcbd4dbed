import { alertCount } from '#admin/alert-count.ts'
import type { OrderCounts } from '../api/count-orders.ts'

/** How many orders should have left by now. */
export const lateAlerts = alertCount<OrderCounts>('order-counts', ({ late }) => late)
