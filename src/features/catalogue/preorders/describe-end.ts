import { formatDay, isFarOff } from '#base/calendar-day.ts'
import { shopDate, toShopClock } from '#base/shop-clock.ts'
import { formatShopClock } from '#base/shop-time.ts'
import { formatDeadline } from './preorder.ts'

const dayMs = 86_400_000
/** The hours of the shop's clock before this belong to the night that began the evening before. */
const nightEnds = 5
const daysNamedAlone = 6

/** The end of a pre-order. `at`: ISO 8601; `words`: 'Saturday evening'; `exact`: 'Saturday 5 December, 18:00'. */
export type DescribedEnd = { at: string; words: string; exact: string }

/**
 * The end of a pre-order in shop time, for a page rendered at `now` and shown until midnight at most. Rounded to the
 * part of a day: 'tomorrow evening', 'Saturday evening', 'Saturday evening, 5 December' from a week on. On its last day
 * the words have the time: 'this evening at 18:00'.
 */
export function describeEnd(endsAt: Date, now: Date): DescribedEnd {
  return { at: endsAt.toISOString(), words: endInWords(endsAt, now), exact: formatDeadline(endsAt, now) }
}

function endInWords(endsAt: Date, now: Date): string {
  const clock = toShopClock(endsAt)
  const hour = Number(clock.slice(11, 13))
  // The shop's calendar day as midnight UTC, so that every day has 24 hours.
  const day = new Date(Date.parse(clock.slice(0, 10)) - (hour < nightEnds ? dayMs : 0))
  const away = Math.round((day.getTime() - Date.parse(shopDate(now))) / dayMs)
  const part = partOfDay(hour)
  if (away <= 0) return `${part === 'night' ? 'tonight' : `this ${part}`} at ${formatShopClock(endsAt)}`
  if (away === 1) return `tomorrow ${part}`
  const [weekday, ...date] = formatDay(day).split(' ')
  if (away <= daysNamedAlone) return `${weekday} ${part}`
  const year = isFarOff(day, now) ? ` ${day.getUTCFullYear()}` : ''
  return `${weekday} ${part}, ${date.join(' ')}${year}`
}

function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' | 'night' {
  if (hour < nightEnds || hour >= 21) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}
