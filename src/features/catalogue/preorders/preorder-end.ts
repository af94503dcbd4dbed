import { formatDay, isFarOff } from '#ui/time/calendar-day.ts'
import { shopDate } from '#ui/time/shop-clock.ts'
import { formatShopClock } from '#ui/time/shop-time.ts'

const dayMs = 86_400_000

/** The columns that decide whether a product is on pre-order. Times are Dates or ISO strings. */
export type PreorderDates = { isPreorder: boolean; preorderEndsAt: Date | string | null }

/** Whether the pre-order is switched on and has not ended. The same rule as the database's `is_preorder_live`. */
export function isPreorderLive({ isPreorder, preorderEndsAt }: PreorderDates, now: Date): boolean {
  return isPreorder && preorderEndsAt !== null && new Date(preorderEndsAt).getTime() > now.getTime()
}

/** Days until a pre-order ends, rounded up: 1 on the last day, 0 after the end. A day is 24 hours. */
export function daysLeft(endsAt: Date | string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(endsAt).getTime() - now.getTime()) / dayMs))
}

/** The end of a pre-order in shop time: 'Friday 4 December, 18:00', with the year if it is far from `shownOn`. */
export function formatDeadline(endsAt: Date, shownOn: Date = endsAt): string {
  const isoDay = shopDate(endsAt)
  const year = isFarOff(endsAt, shownOn) ? ` ${isoDay.slice(0, 4)}` : ''
  return `${formatDay(new Date(isoDay))}${year}, ${formatShopClock(endsAt)}`
}
