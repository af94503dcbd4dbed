import { shop } from '#shop'
import { dayMs } from './day-ms.ts'

// A calendar day is the midnight UTC of that day, or its text 'YYYY-MM-DD'; it has no time zone.

/** A date format that is created at its first use, since creating one is slow. */
function dayFormat(options: Intl.DateTimeFormatOptions): (day: Date | string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (day) => {
    format ??= new Intl.DateTimeFormat(shop.language, { timeZone: 'UTC', ...options })
    return format.format(new Date(day))
  }
}

const weekdayDay = /* @__PURE__ */ dayFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const dayYear = /* @__PURE__ */ dayFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const shortWeekdayDay = /* @__PURE__ */ dayFormat({ weekday: 'short', day: 'numeric', month: 'short' })
const shortDay = /* @__PURE__ */ dayFormat({ day: 'numeric', month: 'short' })
const documentDay = /* @__PURE__ */ dayFormat({ dateStyle: 'full' })

/**
 * 'Friday 4 December', or with the year, 'Thursday 2 December 2027', when the day is so long after `relativeTo`, the
 * time of reading, that the reader could mistake the year.
 */
export function formatDay(day: Date, relativeTo: Date = day): string {
  return `${weekdayDay(day).replace(',', '')}${isFarOff(day, relativeTo) ? ` ${day.getUTCFullYear()}` : ''}`
}

/** 'Friday 8 January 2027'. */
export function formatFullDay(day: Date | string): string {
  const date = new Date(day)
  return `${formatDay(date)} ${date.getUTCFullYear()}`
}

/** '21 November 2026'. */
export function formatDayAndYear(day: Date): string {
  return dayYear(day)
}

/** '2026-12-04' as 'Fri 4 Dec'. */
export function formatShortWeekday(isoDay: string): string {
  return shortWeekdayDay(isoDay).replace(',', '')
}

/** '2026-12-04' as '4 Dec'. */
export function formatShortDay(isoDay: string): string {
  return shortDay(isoDay)
}

/** '2026-12-04', the database's form. */
export function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10)
}

/** '03/14/2025' and '03/14/25' as '2025-03-14', as Etsy writes days everywhere; null for other text and for no day. */
export function parseUsDay(text: string): string | null {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/.exec(text) ?? []
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(iso)
  return !Number.isNaN(date.getTime()) && isoDay(date) === iso ? iso : null
}

/** Whether a day must be shown with its year. */
export function isFarOff(day: Date, relativeTo: Date): boolean {
  return day.getTime() - relativeTo.getTime() > 300 * dayMs
}

/** 'Friday, 8 January 2027', for documents to a bank. */
export function formatDocumentDay(day: Date): string {
  return documentDay(day)
}
