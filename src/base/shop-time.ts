import { shop } from '#shop'
import { formatDay, isFarOff } from './calendar-day.ts'
import { dayMs } from './day-ms.ts'
import { shopDate } from './shop-clock.ts'

// Moments in the shop's time zone, in any reader's browser. A moment is a Date or its ISO text.
type Moment = Date | string

/** A date format that is created at its first use, since creating one is slow. */
function shopFormat(options: Intl.DateTimeFormatOptions, language: string = shop.language): (moment: Moment) => string {
  let format: Intl.DateTimeFormat | undefined
  return (moment) => {
    format ??= new Intl.DateTimeFormat(language, { timeZone: shop.timeZone, ...options })
    return format.format(new Date(moment))
  }
}

const date = /* @__PURE__ */ shopFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const clock = /* @__PURE__ */ shopFormat({ hour: '2-digit', minute: '2-digit' })
const clockSeconds = /* @__PURE__ */ shopFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dateClock = /* @__PURE__ */ shopFormat({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const clockZone = /* @__PURE__ */ shopFormat({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })
const weekdayDate = /* @__PURE__ */ shopFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const numericDate = /* @__PURE__ */ shopFormat({})
// The order list's 'MMM dd, yyyy' is the format of this language, also in a shop of another language.
const orderDate = /* @__PURE__ */ shopFormat({ month: 'short', day: '2-digit', year: 'numeric' }, 'en-US')

/** '3 June 2026'. */
export function formatShopDate(moment: Moment): string {
  return date(moment)
}

/** '21 November 2026 at 14:30'. */
export function formatShopTime(moment: Moment): string {
  return dateClock(moment)
}

/** '14:30'. */
export function formatShopClock(moment: Moment): string {
  return clock(moment)
}

/** '14:30 GMT'. */
export function formatClockAndZone(moment: Moment): string {
  return clockZone(moment)
}

/** The name of the shop's clock, beside a time: 'UK time'. */
export const clockName = shop.timeZone === 'Europe/London' ? 'UK time' : `${cityOf(shop.timeZone)} time`

/** 'Friday 4 December at 18:00', with the year if it is far from `shownOn`. */
export function formatDeadline(moment: Date, shownOn: Date = moment): string {
  const day = shopDate(moment)
  const year = isFarOff(moment, shownOn) ? ` ${day.slice(0, 4)}` : ''
  return `${formatDay(new Date(day))}${year} at ${clock(moment)}`
}

/** 'Saturday 5 December 2026 at 18:00 GMT'. */
export function formatFullTime(moment: Moment): string {
  return `${weekday(moment)} at ${formatClockAndZone(moment)}`
}

/** 'Saturday 21 November 2026, 11:25 (London time)'; null for text that is not a time. */
export function formatEmailTime(iso: string | undefined): string | null {
  const moment = new Date(iso ?? '')
  if (Number.isNaN(moment.getTime())) return null
  return inCity(moment, clock)
}

/** 'Saturday 21 November 2026, 11:25:07 (London time)': the law requires the seconds in the receipt of a withdrawal. */
export function formatReceiptTime(moment: Moment): string {
  return inCity(moment, clockSeconds)
}

function inCity(moment: Moment, time: (moment: Moment) => string): string {
  return `${weekday(moment)}, ${time(moment)} (${cityOf(shop.timeZone)} time)`
}

function cityOf(timeZone: string): string {
  return timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
}

/** 'Nov 21, 2026'. */
export function formatOrderDate(moment: Moment): string {
  return orderDate(moment)
}

/** 'Nov 21, 2026 14:30'. */
export function formatOrderTime(moment: Moment): string {
  return `${formatOrderDate(moment)} ${formatShopClock(moment)}`
}

/** '21/11/2026'. */
export function formatNumericDate(moment: Moment): string {
  return numericDate(moment)
}

function weekday(moment: Moment): string {
  return weekdayDate(moment).replace(',', '')
}

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: shop.timeZone,
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/**
 * The next moment at which the shop's calendar day changes: days left, dispatch dates and 'today' are true until then.
 * On the two days a year on which the clocks change, the result may be an hour early, never late.
 */
export function nextMidnight(now: Date): Date {
  // Every page needs it and Intl is slow, so the result is cached until that midnight.
  if (now < last.asked || now >= last.midnight) last = { asked: now, midnight: findMidnight(now) }
  return last.midnight
}

let last = { asked: new Date(0), midnight: new Date(0) }

function findMidnight(now: Date): Date {
  const given = Object.fromEntries(parts.formatToParts(now).map((part) => [part.type, Number(part.value)]))
  const sinceMidnightMs =
    ((given.hour ?? 0) * 3600 + (given.minute ?? 0) * 60 + (given.second ?? 0)) * 1_000 + now.getMilliseconds()
  const guess = now.getTime() + dayMs - sinceMidnightMs
  // On a day of 23 hours the guess is one hour into the next day.
  const hourAtGuess = Number(parts.formatToParts(new Date(guess)).find((part) => part.type === 'hour')?.value)
  return new Date(hourAtGuess === 1 ? guess - 3_600_000 : guess)
}
