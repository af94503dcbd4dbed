import type { TransitDays } from '#shop'
import { isWorkingDay } from './bank-holidays.ts'

const dayMs = 86_400_000

/**
 * The day a parcel arrives at the latest, as midnight UTC of that calendar day: the dispatch day (midnight UTC, as
 * `dispatchBy()` returns it) and the service's longest transit. Transit counts working days of England and Wales, the
 * shop's days off included, since the carrier works on them. The destination's own holidays are not counted.
 */
export function arriveBy(dispatchBy: Date, { to }: TransitDays): Date {
  let day = Math.floor(dispatchBy.getTime() / dayMs)
  for (let left = to; left > 0; ) {
    day += 1
    if (isWorkingDay(day)) left -= 1
  }
  return new Date(day * dayMs)
}
