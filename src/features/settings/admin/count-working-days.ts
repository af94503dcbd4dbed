import { dayMs } from '#base/day-ms.ts'
import { isWorkingDay } from '../bank-holidays.ts'
import type { DayRange } from '../shop-settings.ts'

/** The number of working days in a range. */
export function countWorkingDays({ from, until }: DayRange): number {
  const first = Date.parse(from) / dayMs
  const last = Date.parse(until) / dayMs
  let count = 0
  for (let day = first; day <= last; day += 1) if (isWorkingDay(day)) count += 1
  return count
}
