import { shopDate } from '#base/shop-clock.ts'
import { arrivalOfOrder, type ChosenDelivery } from '#features/settings/dispatch-and-arrival.ts'
import type { OrderStatus } from './order-state.ts'

type LineDay = { quantity: number; cancelled: number; dispatchBy: string }

/**
 * The dispatch day of an order whose lines change from `before` to `after`: that of the latest garment still to be sent.
 * A day that the owner has changed stays where it is, unless a restored garment needs longer, and so does one whose
 * new day would be past. All days are 'YYYY-MM-DD', so text order is day order.
 */
export function dispatchDayAfter(
  { dispatchBy, today }: { dispatchBy: string; today: string },
  { before, after }: { before: readonly LineDay[]; after: readonly LineDay[] },
): string {
  const [was, is] = [latestDay(before), latestDay(after)]
  if (was === null || is === null || is === was) return dispatchBy
  if (is > was) return is > dispatchBy ? is : dispatchBy
  return dispatchBy === was && is >= today ? is : dispatchBy
}

function latestDay(lines: readonly LineDay[]): string | null {
  const days = lines.filter(({ quantity, cancelled }) => quantity > cancelled).map(({ dispatchBy }) => dispatchBy)
  return days.sort().at(-1) ?? null
}

/** The columns of an order that its arrival depends on. `arrive_by`: 'YYYY-MM-DD', counted from the dispatch day. */
export type ArrivalColumns = ChosenDelivery & {
  order_status: string
  shipped_at: Date | string | null
  arrive_by: string | null
}

/**
 * The day an order is with its customer at the latest, 'YYYY-MM-DD': counted from the day of sending once it is sent,
 * before that from the dispatch day. Null for an order that was promised no day.
 */
export function arrivalDayOf({ order_status, shipped_at, arrive_by, ...delivery }: ArrivalColumns): string | null {
  const status = order_status as OrderStatus
  if (shipped_at === null || (status !== 'shipped' && status !== 'delivered')) return arrive_by
  return arrivalOfOrder(shopDate(new Date(shipped_at)), delivery) ?? arrive_by
}
