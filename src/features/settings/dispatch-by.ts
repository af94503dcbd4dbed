import { shopDate } from '#ui/time/shop-clock.ts'
import { type Day, isWorkingDay } from './bank-holidays.ts'
import type { WorkingTime } from './shop-settings.ts'

const dayMs = 86_400_000

/**
 * The production terms of a garment: working days (default: the shop's), and the end of its pre-order, if it has one.
 */
export type ProductionTerms = { productionDays?: number | null; preorderEndsAt?: Date | string | null }

/**
 * The dispatch day of a garment, as midnight UTC of that calendar day. Working days of England and Wales, without the
 * shop's days off, count in shop time from the day after the order, or from the day after the pre-order's end where
 * that is later. `time`: the shop's current settings.
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

/** The dispatch day of a cart, which ships in one parcel: that of its latest line. Throws RangeError without lines. */
export function dispatchAllBy(orderedAt: Date, lines: readonly ProductionTerms[], time: WorkingTime): Date {
  if (lines.length === 0) throw new RangeError('Nothing to dispatch')
  return new Date(Math.max(...lines.map((line) => dispatchBy({ orderedAt, ...line }, time).getTime())))
}

const known = new WeakMap<readonly string[], ReadonlySet<Day>>()

/** The shop's days off as a set of days, cached for each settings object. */
function daysOffOf({ daysOff }: WorkingTime): ReadonlySet<Day> {
  const before = known.get(daysOff)
  if (before) return before
  const days = new Set(daysOff.map((day) => Date.parse(day) / dayMs))
  known.set(daysOff, days)
  return days
}

/** The calendar day of a moment in shop time. */
function shopDay(moment: Date): Day {
  return Date.parse(shopDate(moment)) / dayMs
}
