import { serverNow } from '#platform/client/backend-client.ts'
import { shop } from '#shop'
import { shopDate } from './shop-clock.ts'

// The form of the order's dates, 'MMM dd, yyyy', is that of this language, whatever the shop's own is.
const date = new Intl.DateTimeFormat('en-US', {
  timeZone: shop.timeZone,
  month: 'short',
  day: '2-digit',
  year: 'numeric',
})
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: shop.timeZone, hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
const shortDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** 'Nov 21, 2026' in shop time. */
export function formatOrderDate(iso: string): string {
  return date.format(new Date(iso))
}

/** 'Nov 21, 2026 14:30' in shop time. */
export function formatOrderTime(iso: string): string {
  return `${formatOrderDate(iso)} ${clock.format(new Date(iso))}`
}

/** 'Fri 4 Dec' of a calendar day, 'YYYY-MM-DD'. */
export function formatDispatchDay(isoDay: string): string {
  return day.format(new Date(`${isoDay}T00:00:00Z`))
}

/** '4 Dec' of a calendar day, 'YYYY-MM-DD', where there is little room. */
export function formatShortDay(isoDay: string): string {
  return shortDay.format(new Date(`${isoDay}T00:00:00Z`))
}

/** Today in shop time, 'YYYY-MM-DD'; browser only. */
export function shopToday(now: Date = serverNow()): string {
  return shopDate(now)
}
