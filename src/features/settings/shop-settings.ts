import { z } from 'zod'
import { calendarDay } from '#platform/calendar-day.ts'
import type { Zone } from '#shop'
import { countDays } from './day-ranges.ts'

/** The settings that the owner may change while the shop runs, with their current values. */
export type ShopSettings = {
  launchAt: Date
  /** The line above the header; empty: there is none. */
  banner: string
  /** The zones that are switched on, the shop's own first. */
  zones: readonly Zone[]
  /** Working days from the order, or from the end of a pre-order, for products without a number of their own. */
  productionDays: number
  /** 'YYYY-MM-DD', each once, ascending: days without work, besides weekends and bank holidays. */
  daysOff: readonly string[]
}

/** The settings that a dispatch date depends on. */
export type WorkingTime = Pick<ShopSettings, 'productionDays' | 'daysOff'>

/** The most characters that stay readable as one thin line above a phone's header. */
export const maxBannerLength = 56

/** In working days. */
export const maxProductionDays = 60

/** The longest range of days off in days, and the largest number of ranges. */
const longestRange = 366
const mostRanges = 60

/** One range of days off, as it can be added. */
export const DayRangeSchema = z
  .object({ from: calendarDay('Please give the first day.'), until: calendarDay('Please give the last day.') })
  .refine(({ from, until }) => from <= until, 'The last day cannot be before the first.')
  .refine((range) => countDays(range) <= longestRange, 'One holiday lasts a year at most.')

/** The valid values under each name. */
export const settingSchemas = {
  /** ISO with its offset. */
  launch_at: z.iso.datetime({ offset: true, error: 'Please give a day and a time.' }),
  /** Empty: no line. */
  banner: z
    .string('Please give a text.')
    .trim()
    .max(maxBannerLength, `The line has room for ${maxBannerLength} characters.`)
    .regex(/^\P{Cc}*$/u, 'The line has to be one line of plain text.'),
  /** Ids of zones that are switched off, so that a zone added to the configuration file is on. */
  zones_off: z.array(z.string().max(40)).max(40),
  production_days: z
    .int('Please enter a whole number of days.')
    .min(1, 'Making takes one working day at least.')
    .max(maxProductionDays, `Please give ${maxProductionDays} working days at most.`),
  days_off: z
    .array(DayRangeSchema)
    .max(mostRanges, `There is room for ${mostRanges} holidays; please remove one first.`),
} as const

export type SettingName = keyof typeof settingSchemas
export type SettingValue<Name extends SettingName> = z.output<(typeof settingSchemas)[Name]>
