import { formatDay, isFarOff } from '#ui/time/calendar-day.ts'
import { shopDate } from '#ui/time/shop-clock.ts'
import { formatShopClock } from '#ui/time/shop-time.ts'

/** The end of a pre-order in shop time: 'Friday 4 December, 18:00', with the year where that is far from `told`. */
export function formatDeadline(endsAt: Date, told: Date = endsAt): string {
  const isoDay = shopDate(endsAt)
  const year = isFarOff(endsAt, told) ? ` ${isoDay.slice(0, 4)}` : ''
  return `${formatDay(new Date(isoDay))}${year}, ${formatShopClock(endsAt)}`
}
