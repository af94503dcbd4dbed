import { shopDate } from '#base/shop-clock.ts'
import { arrivalOfOrder, type ChosenDelivery } from '#features/settings/dispatch-and-arrival.ts'
import { isBeforeDispatch, type OrderStatus } from './order-state.ts'

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

/**
 * The columns of an order that its arrival depends on. `arrive_by`: 'YYYY-MM-DD', counted from the dispatch day.
 * Times are dates or ISO text.
 */
export type ArrivalColumns = ChosenDelivery & {
  order_status: string
  shipped_at: Date | string | null
  delivered_at: Date | string | null
  arrive_by: string | null
}

/** Whether the parcel has left, also where it has arrived since. */
export function isSent({ order_status, shipped_at }: Pick<ArrivalColumns, 'order_status' | 'shipped_at'>): boolean {
  return shipped_at !== null && !isBeforeDispatch(order_status as OrderStatus)
}

/**
 * The one arrival day of an order, 'YYYY-MM-DD', wherever it is shown: the day it was delivered; on its way, the latest
 * day counted from the day it was sent; before that, the promised one. Null where no day is known.
 */
export function arrivalDayOf(order: ArrivalColumns): string | null {
  const { shipped_at, delivered_at, arrive_by } = order
  if (delivered_at !== null) return shopDate(new Date(delivered_at))
  if (shipped_at === null || !isSent(order)) return arrive_by
  const sent = shopDate(new Date(shipped_at))
  const promised = arrive_by !== null && arrive_by >= sent ? arrive_by : null
  return arrivalOfOrder(sent, order) ?? promised
}
