import { shopDate } from '#ui/time/shop-clock.ts'
import { type Day, isWorkingDay } from './bank-holidays.ts'
import type { WorkingTime } from './shop-settings.ts'

const dayMs = 86_400_000

/** One garment's promise: working days (the shop's own where not given), and the end of its pre-order, if it has one. */
export type ProductionTerms = { productionDays?: number | null; preorderEndsAt?: Date | string | null }

/**
 * The day by which a garment leaves, as the midnight UTC of that calendar day. Working days of England and Wales, less
 * the shop's days off, are counted in shop time from the day after the order, or from the day after the pre-order's end
 * where that is later. `time`: the shop's, as its settings have it now.
 */
export function dispatchBy(
  { orderedAt, productionDays, preorderEndsAt }: { orderedAt: Date } & ProductionTerms,
  time: WorkingTime,
): Date {
  const closes = preorderEndsAt ? new Date(preorderEndsAt) : orderedAt
  const daysOff = daysOffOf(time)
  let day = shopDay(closes > orderedAt ? closes : orderedAt)
  for (let left = productionDays ?? time.productionDays; left > 0; ) {
    day += 1
    if (isWorkingDay(day) && !daysOff.has(day)) left -= 1
  }
  return new Date(day * dayMs)
}

/** The day a whole cart leaves, in one parcel: its latest line's. Throws RangeError for no lines. */
export function dispatchAllBy(orderedAt: Date, lines: readonly ProductionTerms[], time: WorkingTime): Date {
  if (lines.length === 0) throw new RangeError('Nothing to dispatch')
  return new Date(Math.max(...lines.map((line) => dispatchBy({ orderedAt, ...line }, time).getTime())))
}

const known = new WeakMap<readonly string[], ReadonlySet<Day>>()

/** The shop's days off as days to count with, worked out once for as long as they hold. */
function daysOffOf({ daysOff }: WorkingTime): ReadonlySet<Day> {
  const before = known.get(daysOff)
  if (before) return before
  const days = new Set(daysOff.map((day) => Date.parse(day) / dayMs))
  known.set(daysOff, days)
  return days
}

/** The calendar day a moment falls on in shop time. */
function shopDay(moment: Date): Day {
  return Date.parse(shopDate(moment)) / dayMs
}
