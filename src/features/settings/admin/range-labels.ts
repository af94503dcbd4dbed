import { formatFullDay, isoDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import type { DayRange } from '#features/settings/shop-settings.ts'
import { bankHolidays, type Day, isWorkingDay } from '../bank-holidays.ts'

const dayMs = 86_400_000

/** 'Monday 14 to Friday 25 December 2026', 'Thursday 31 December 2026 to Monday 4 January 2027', or a single day. */
export function rangeLabel({ from, until }: DayRange): string {
  if (from === until) return formatFullDay(from)
  const [first, last] = [formatFullDay(from), formatFullDay(until)]
  if (from.slice(0, 7) === until.slice(0, 7)) return `${first.split(' ').slice(0, 2).join(' ')} to ${last}`
  return from.slice(0, 4) === until.slice(0, 4) ? `${first.slice(0, -5)} to ${last}` : `${first} to ${last}`
}

/** The number of working days in a range. */
export function countWorkingDays({ from, until }: DayRange): number {
  const first = Date.parse(from) / dayMs
  const last = Date.parse(until) / dayMs
  let count = 0
  for (let day = first; day <= last; day += 1) if (isWorkingDay(day)) count += 1
  return count
}

/** The bank holidays of the year from today, as 'YYYY-MM-DD'. */
export function publicHolidays(now: Date): string[] {
  const today: Day = Date.parse(shopDate(now)) / dayMs
  const year = now.getUTCFullYear()
  return [...bankHolidays(year), ...bankHolidays(year + 1)]
    .filter((day) => day >= today && day < today + 366)
    .sort((a, b) => a - b)
    .map((day) => isoDay(new Date(day * dayMs)))
}
