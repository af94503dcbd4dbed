import { isWorkingDay } from '#features/settings/bank-holidays.ts'
import { callFunction } from '#platform/client/call-function.ts'
import { formatShortWeekday } from '#ui/time/calendar-day.ts'

const dayMs = 86_400_000

/** That a day to post by is one on which nobody works, 'YYYY-MM-DD'; null where it is not, or the days off are not known. */
export async function restWords(isoDay: string): Promise<string | null> {
  if (!isWorkingDay(Date.parse(isoDay) / dayMs)) {
    return `${formatShortWeekday(isoDay)} is a weekend or a bank holiday: is it the day you mean?`
  }
  const { value } = await callFunction<{ daysOff: string[] }>('shop-terms')
  return value?.daysOff.includes(isoDay)
    ? `${formatShortWeekday(isoDay)} is one of your days off: is it the day you mean?`
    : null
}
