import { shop } from '#shop'
import type { OrderFilter } from './order-filter.ts'

/**
 * The name of a file of exported orders: what is in it, and the day it was made. `day`: 'YYYY-MM-DD' in shop time. A
 * search text is personal, so the name only says that there was one.
 */
export function exportName({ view, payment, status, q, from, to }: OrderFilter, day: string): string {
  const period = [from && `from-${from}`, to && `to-${to}`].filter(Boolean).join('-')
  const parts = [
    shop.shortName,
    'orders',
    view.replaceAll('_', '-'),
    status,
    payment && `payment-${payment}`,
    q && 'search',
    period && `${period}-as-of`,
    day,
  ]
  return `${parts.filter(Boolean).join('-')}.csv`
}
