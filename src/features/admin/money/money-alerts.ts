import type { MoneyAlerts } from '#features/money/money-answer.ts'
import { alertCount } from '../alert-count.ts'

/** How much of the money waits for the owner to see to it. */
export const moneyAlerts = alertCount<MoneyAlerts>('money-alerts', ({ waiting }) => waiting)
