import { formatDay } from '#base/calendar-day.ts'
import { type Day, isWorkingDay } from './bank-holidays.ts'
import type { WorkingTime } from './shop-settings.ts'

const dayMs = 86_400_000

/** A single day is not announced. */
const minAnnouncedDays = 2

/**
 * 'from Monday 14 December to Monday 4 January': the first closure of two working days or more that ends after `now`
 * and delays an order; else null. `leaves`: as returned by `dispatchBy`.
 */
export function closureLabel(
  { daysOff }: Pick<WorkingTime, 'daysOff'>,
  { now, leaves }: { now: Date; leaves: Date },
): string | null {
  const holiday = joinDaysOff(daysOff).find(({ from, until, working }) => {
    return until * dayMs >= now.getTime() && from * dayMs < leaves.getTime() && working >= minAnnouncedDays
  })
  return holiday ? `from ${dayLabel(holiday.from, now)} to ${dayLabel(holiday.until, now)}` : null
}

type DaysOffStretch = { from: Day; until: Day; working: number }

/** Consecutive days off, joined across weekends and bank holidays. */
function joinDaysOff(daysOff: readonly string[]): DaysOffStretch[] {
  const found: DaysOffStretch[] = []
  for (const text of daysOff) {
    const day = Date.parse(text) / dayMs
    const last = found.at(-1)
    const works = isWorkingDay(day) ? 1 : 0
    if (last && !worksBetween(last.until, day)) Object.assign(last, { until: day, working: last.working + works })
    else found.push({ from: day, until: day, working: works })
  }
  return found
}

function worksBetween(one: Day, other: Day): boolean {
  for (let day = one + 1; day < other; day += 1) if (isWorkingDay(day)) return true
  return false
}

function dayLabel(day: Day, now: Date): string {
  return formatDay(new Date(day * dayMs), now)
}
