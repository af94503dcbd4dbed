import { z } from 'zod'

/** The longest holiday in one piece, in days, and the most pieces. */
const longest = 366
const mostRanges = 60

/** The most that stays readable as one thin line above a phone's header. */
export const longestBanner = 56
export const mostProductionDays = 60

const dayMs = 86_400_000

/** From one day to another, both included: 'YYYY-MM-DD'. */
const DayRange = z
  .object({ from: z.iso.date('Please give the first day.'), until: z.iso.date('Please give the last day.') })
  .refine(({ from, until }) => from <= until, 'The last day cannot be before the first.')
  .refine(({ from, until }) => daysOf({ from, until }) <= longest, 'One holiday lasts a year at most.')

/** What the table may hold under each name. */
export const settingSchemas = {
  /** ISO with its offset. */
  launch_at: z.iso.datetime({ offset: true, error: 'Please give a day and a time.' }),
  /** Empty: no line. */
  banner: z
    .string()
    .trim()
    .max(longestBanner, `The line has room for ${longestBanner} characters.`)
    .regex(/^\P{Cc}*$/u, 'The line has to be one line of plain text.'),
  /** Ids of zones that are switched off, so that a zone added to the configuration file is on. */
  zones_off: z.array(z.string().max(40)).max(40),
  production_days: z
    .int('Please give a whole number of days.')
    .min(1, 'Making takes one working day at least.')
    .max(mostProductionDays, `Please give ${mostProductionDays} working days at most.`),
  days_off: z.array(DayRange).max(mostRanges, `There is room for ${mostRanges} holidays; please remove old ones.`),
} as const

export type SettingName = keyof typeof settingSchemas
export type SettingValue<Name extends SettingName> = z.output<(typeof settingSchemas)[Name]>
export type DayRange = z.output<typeof DayRange>

/** How many days a range has; not a number where one of them is no day. */
function daysOf({ from, until }: { from: string; until: string }): number {
  return (Date.parse(until) - Date.parse(from)) / dayMs + 1
}

/** Ranges in their order, joined where they overlap. */
export function joinRanges(ranges: readonly DayRange[]): DayRange[] {
  const joined: DayRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = joined.at(-1)
    if (last && range.from <= last.until) last.until = range.until > last.until ? range.until : last.until
    else joined.push({ ...range })
  }
  return joined
}

/** Every day of some ranges once, ascending, as 'YYYY-MM-DD'. */
export function daysIn(ranges: readonly DayRange[]): string[] {
  const days = ranges.flatMap((range) =>
    Array.from({ length: daysOf(range) }, (_, index) => {
      return new Date(Date.parse(range.from) + index * dayMs).toISOString().slice(0, 10)
    }),
  )
  return [...new Set(days)].sort()
}
