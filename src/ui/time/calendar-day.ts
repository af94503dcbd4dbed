import { shop } from '#shop'

// A calendar day is the midnight UTC of that day, or its text 'YYYY-MM-DD'; it has no time zone.
const dayMs = 86_400_000

/** A format that is made when it is first used: pages load only what they show. */
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
 * 'Friday 4 December'; 'Thursday 2 December 2027' where that is so long after `told`, the moment of reading, that the
 * reader could take it for another year's.
 */
export function formatDay(day: Date, told: Date = day): string {
  return `${weekdayDay(day).replace(',', '')}${isFarOff(day, told) ? ` ${day.getUTCFullYear()}` : ''}`
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

/** 'Fri 4 Dec' of '2026-12-04'. */
export function formatShortWeekday(isoDay: string): string {
  return shortWeekdayDay(isoDay).replace(',', '')
}

/** '4 Dec' of '2026-12-04'. */
export function formatShortDay(isoDay: string): string {
  return shortDay(isoDay)
}

/** '2026-12-04', as the database has it. */
export function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10)
}

/** Whether a day needs its year. */
export function isFarOff(day: Date, told: Date): boolean {
  return day.getTime() - told.getTime() > 300 * dayMs
}

/** 'Friday, 8 January 2027', in documents for a bank. */
export function formatDocumentDay(day: Date): string {
  return documentDay(day)
}
