import { alertCount } from '#admin/alert-count.ts'
import type { MoneyAlerts } from '#features/payments/reconciliation/money-response.ts'

/** How much of the money waits for the owner to see to it. */
export const moneyAlerts = alertCount<MoneyAlerts>('money-alerts', ({ waiting }) => waiting)
