import { dayMs } from '#base/day-ms.ts'

/**
 * A calendar day as a number: days since 1 January 1970, without time zone and hours, so that every day has the same
 * length.
 */
export type Day = number

const [sunday, monday, saturday] = [0, 1, 6]

/** `month`: 1 to 12. */
export function dayOf(year: number, month: number, day: number): Day {
  return Date.UTC(year, month - 1, day) / dayMs
}

/** 0 is Sunday. */
function weekday(day: Day): number {
  return (((day + 4) % 7) + 7) % 7
}

function yearOf(day: Day): number {
  return new Date(day * dayMs).getUTCFullYear()
}

// Holidays that proclamations moved or added; all others follow from the rules below.
const moved: Record<number, { earlyMay?: Day; spring?: Day; extra?: Day[] }> = {
  1995: { earlyMay: dayOf(1995, 5, 8) },
  1999: { extra: [dayOf(1999, 12, 31)] },
  2002: { spring: dayOf(2002, 6, 4), extra: [dayOf(2002, 6, 3)] },
  2011: { extra: [dayOf(2011, 4, 29)] },
  2012: { spring: dayOf(2012, 6, 4), extra: [dayOf(2012, 6, 5)] },
  2020: { earlyMay: dayOf(2020, 5, 8) },
  2022: { spring: dayOf(2022, 6, 2), extra: [dayOf(2022, 6, 3), dayOf(2022, 9, 19)] },
  2023: { extra: [dayOf(2023, 5, 8)] },
}

const known = new Map<number, ReadonlySet<Day>>()

/** The bank holidays of England and Wales in a year, substitute days included. */
export function bankHolidays(year: number): ReadonlySet<Day> {
  const before = known.get(year)
  if (before) return before
  const easter = easterSunday(year)
  const {
    earlyMay = mondayFrom(dayOf(year, 5, 1)),
    spring = mondayFrom(dayOf(year, 5, 25)),
    extra = [],
  } = moved[year] ?? {}
  const days = new Set([
    fromWeekend(dayOf(year, 1, 1)),
    easter - 2,
    easter + 1,
    earlyMay,
    spring,
    mondayFrom(dayOf(year, 8, 25)),
    ...christmas(year),
    ...extra,
  ])
  known.set(year, days)
  return days
}

/** Monday to Friday, and no bank holiday. */
export function isWorkingDay(day: Day): boolean {
  return weekday(day) !== saturday && weekday(day) !== sunday && !bankHolidays(yearOf(day)).has(day)
}

/** The first Monday on or after a day. */
function mondayFrom(day: Day): Day {
  return day + ((monday - weekday(day) + 7) % 7)
}

/** A holiday at a weekend moves to the Monday after it. */
function fromWeekend(day: Day): Day {
  return weekday(day) === saturday || weekday(day) === sunday ? mondayFrom(day) : day
}

/** Christmas Day and Boxing Day. Where both fall on or move to the same Monday, one moves to Tuesday. */
function christmas(year: number): Day[] {
  const first = dayOf(year, 12, 25)
  if (weekday(first) === saturday) return [first + 2, first + 3]
  if (weekday(first) === sunday) return [first + 1, first + 2]
  return [first, fromWeekend(first + 1)]
}

/** The Gregorian computus (Meeus, Jones and Butcher). */
function easterSunday(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const march = h + l - 7 * m + 22
  return dayOf(year, 3, march)
}
