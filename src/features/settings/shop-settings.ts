import { z } from 'zod'
import { dayMs } from '#base/day-ms.ts'
import type { Pence } from '#base/money.ts'
import { calendarDay } from '#platform/calendar-day.ts'
import type { Zone } from '#shop-defaults'
import type { ResponsiblePerson } from '#shop-duties'
import type { Capacity, FreeDay } from './capacity.ts'
import { type Carrier, CarriersSchema } from './carriers.ts'
import { ColoursSchema } from './colours.ts'
import { DeliverySchema } from './delivery-versions.ts'
import { factSchemas } from './facts.ts'
import { type GuaranteeNotice, noticeLanguages } from './guarantee.ts'
import { KindsSchema, type ShopKind } from './kinds.ts'
import { LookSettingSchema } from './look-setting.ts'
import { DutiesSchema } from './own-duties.ts'
import { SamplesSchema } from './samples-setting.ts'
import { SizesSchema } from './sizes.ts'
import { TopicsSchema } from './topics.ts'

/** The settings that the owner may change while the shop runs, with their current values. */
export type ShopSettings = {
  launchAt: Date
  closing: Closing
  /** The line above the header; empty: there is none. */
  banner: string
  /** The zones that are switched on, the shop's own first, with the countries that are. */
  zones: readonly Zone[]
  /** Null in a live shop without one: it then delivers neither to the European Union nor to Northern Ireland. */
  responsiblePerson: ResponsiblePerson | null
  deliversToNorthernIreland: boolean
  /** The official notices on the legal guarantee, one for each language. */
  guaranteeNotices: readonly GuaranteeNotice[]
  /** Working days from the order, or from the end of a pre-order, for products without a number of their own. */
  productionDays: number
  /** 'YYYY-MM-DD', each once, ascending: days without work, besides weekends and bank holidays. */
  daysOff: readonly string[]
  /** How many pieces the owner makes a week, ascending; empty: as many as are ordered. */
  capacity: readonly Capacity[]
  /** The days that can still be promised; null without a capacity. */
  freeDay: FreeDay | null
  /** The usual one first. */
  carriers: readonly Carrier[]
  /** The price of a set of fabric samples, with postage; null: the shop sends none. */
  samplesPence: Pence | null
  /** The ids of garments in the order of the shop page's "Featured"; those that are not among them follow. */
  shelf: readonly string[]
  kinds: readonly ShopKind[]
  /** Whether shoppers read how many promised days were kept. */
  showsScore: boolean
}

/**
 * The owner's switch that stops selling. `until`: when selling starts again, null until the owner opens the shop.
 * `reason`: the owner's words, or empty.
 */
export type Closing = { closed: boolean; until: Date | null; reason: string }

/**
 * How long data is kept where the law leaves the choice to the shop. `docs/assurance/retention.md` has everything that is kept.
 */
export type Retention = {
  /** Checkouts that were never paid. */
  checkoutDays: number
  /** Recipients of e-mails. */
  emailMonths: number
  /** Who changed products, settings and codes. */
  changeYears: number
}

export const defaultRetention: Retention = { checkoutDays: 90, emailMonths: 12, changeYears: 2 }

/** The least and the most of each. */
export const retentionBounds = {
  // A payment that comes late, and the customer's question about it, need the checkout.
  checkoutDays: [30, 365],
  // Within three months no cause of an e-mail comes again.
  emailMonths: [3, 24],
  // The database refuses to delete changes of the last year.
  changeYears: [1, 6],
} as const satisfies Record<keyof Retention, readonly [number, number]>

/** The settings that a dispatch date depends on. */
export type WorkingTime = Pick<ShopSettings, 'productionDays' | 'daysOff'> & { freeDay?: FreeDay | null | undefined }

/** The most characters that stay readable as one thin line above a phone's header. */
export const maxBannerLength = 56

/** As long as two lines of a toast. */
export const maxClosingReason = 140

/** In working days. */
export const maxProductionDays = 60

/** More than a workroom of one makes in a week. */
export const maxCapacity = 500

/** The longest range of days off in days, and the largest number of ranges. */
const longestRange = 366
const mostRanges = 60

/** One range of days off, as it can be added. */
export const DayRangeSchema = z
  .object({ from: calendarDay('Please enter the first day.'), until: calendarDay('Please enter the last day.') })
  .refine(({ from, until }) => from <= until, 'The last day cannot be before the first.')
  .refine((range) => countDays(range) <= longestRange, 'A holiday can last at most a year.')

/** From a day on so many pieces a week; null: no limit. */
export const CapacitySchema = z.object({
  from: calendarDay('Please enter the day from which it counts.'),
  pieces: z
    .int('Please enter a whole number of pieces.')
    .min(1, 'Please enter at least one piece a week.')
    .max(maxCapacity, `Please enter at most ${maxCapacity} pieces a week.`)
    .nullable(),
})

const gramsMessage = 'A weight from 1 to 5,000 grams.'

const plainText = /^[^\p{Cc}]*$/u

function keptFor(what: string, unit: string, [least, most]: readonly [number, number]) {
  const message = `Please keep ${what} for ${least} to ${most} ${unit}, in whole numbers.`
  return z.int(message).min(least, message).max(most, message)
}

export const GuaranteeNoticeSchema = z.object({
  language: z.enum(Object.keys(noticeLanguages)),
  url: z
    .string()
    .regex(
      /^\/storage\/v1\/object\/public\/legal-notices\/[\w-]{1,60}\.(svg|png|jpe?g)$/,
      'Please add the file again.',
    ),
})

/** How parcels are given to Click & Drop: weights in grams, the package format within the country, codes by delivery service. */
const PostageSchema = z.object({
  packagingGrams: z.int('A weight in whole grams.').min(1, gramsMessage).max(5_000, gramsMessage).nullable(),
  /** Of a garment without a weight of its own, within the country. */
  usualGrams: z.int('A weight in whole grams.').min(1, gramsMessage).max(5_000, gramsMessage).nullable(),
  format: z.enum(['smallParcel', 'mediumParcel', 'parcel']),
  services: z.record(
    z.string().max(60),
    z.string().regex(/^[A-Z0-9]{1,10}$/, 'A service code has at most 10 capital letters and digits, such as TOLP48.'),
  ),
})

export const noPostage: z.output<typeof PostageSchema> = {
  packagingGrams: null,
  usualGrams: null,
  format: 'smallParcel',
  services: {},
}

/** The valid values under each name. */
export const settingSchemas = {
  /** ISO with its offset. */
  launch_at: z.iso.datetime({ offset: true, error: 'Please enter a date and time.' }),
  /** Whether selling is stopped; `until`: ISO with its offset, null for no day. */
  closing: z.object({
    closed: z.boolean(),
    until: z.iso.datetime({ offset: true, error: 'Please enter a date and time, or leave it blank.' }).nullable(),
    reason: z
      .string()
      .trim()
      .max(maxClosingReason, `Please keep it to ${maxClosingReason} characters.`)
      .regex(plainText, 'Please enter one line of plain text.'),
  }),
  /** Empty: no line. `{free}`: the amount from which delivery is free. */
  banner: z
    .string('Please enter a text.')
    .trim()
    .max(maxBannerLength, `Please keep it to ${maxBannerLength} characters.`)
    .regex(/^\P{Cc}*$/u, 'Please enter one line of plain text.'),
  /** Zones and prices, each version from its day on. */
  delivery: DeliverySchema,
  /** Smallest first. */
  sizes: SizesSchema,
  topics: TopicsSchema,
  colours: ColoursSchema,
  /** Ids of zones that are switched off, so that a new zone is on. */
  zones_off: z.array(z.string().max(40)).max(40),
  /** Countries that are switched off although their zone is on. */
  countries_off: z.array(z.string().regex(/^[A-Z]{2}$/)).max(250),
  /** What is due at borders where the owner has changed the program's rule, each from its day on. */
  duties: DutiesSchema,
  /** The numbers of the owner's registrations of packaging, by country. */
  packaging: z.record(
    z.string().regex(/^[A-Z]{2}$/),
    z
      .string()
      .trim()
      .min(1, 'Please enter the number.')
      .max(60, 'Please keep it to 60 characters.')
      .regex(/^\P{Cc}*$/u, 'Please use one line of plain text.'),
  ),
  guarantee_notices: z
    .array(GuaranteeNoticeSchema)
    .max(24)
    .refine((notices) => new Set(notices.map(({ language }) => language)).size === notices.length, {
      error: 'Please give one file for each language.',
    }),
  production_days: z
    .int('Please enter a whole number of days.')
    .min(1, 'Please enter at least one working day.')
    .max(maxProductionDays, `Please enter at most ${maxProductionDays} working days.`),
  samples: SamplesSchema,
  carriers: CarriersSchema,
  look: LookSettingSchema,
  shows_score: z.boolean(),
  postage: PostageSchema,
  retention: z.object({
    checkoutDays: keptFor('checkouts that were not paid', 'days', retentionBounds.checkoutDays),
    emailMonths: keptFor('recipients of e-mails', 'months', retentionBounds.emailMonths),
    changeYears: keptFor('changes', 'years', retentionBounds.changeYears),
  }),
  kinds: KindsSchema,
  /** Ids of garments, which may be gone. */
  shelf: z
    .array(z.uuid())
    .max(2_000, 'At most 2,000 garments can be in an order of their own.')
    .refine((ids) => new Set(ids).size === ids.length, 'A garment is there twice. Please load the page again.'),
  /** The owner's morning e-mail: off until she switches it on; `when_quiet`: also when nothing waits for her. */
  morning_email: z.object({ on: z.boolean(), hour: z.int().min(0).max(23), when_quiet: z.boolean() }),
  capacity: z
    .array(CapacitySchema)
    .max(mostRanges, `You can plan at most ${mostRanges} changes. Please remove one first.`)
    .refine((list) => new Set(list.map(({ from }) => from)).size === list.length, {
      error: 'Please give one number for each day.',
    })
    .transform((list) => list.toSorted((one, other) => one.from.localeCompare(other.from))),
  days_off: z
    .array(DayRangeSchema)
    .max(mostRanges, `You can plan at most ${mostRanges} holidays. Please remove one first.`),
  ...factSchemas,
} as const

export type SettingName = keyof typeof settingSchemas
export type SettingValue<Name extends SettingName> = z.output<(typeof settingSchemas)[Name]>

/** From one day to another, both included: 'YYYY-MM-DD'. */
export type DayRange = { from: string; until: string }

/** The number of days in a range; below one if it ends before it begins. */
function countDays({ from, until }: DayRange): number {
  return (Date.parse(until) - Date.parse(from)) / dayMs + 1
}

/** Every day of some ranges once, ascending, as 'YYYY-MM-DD'. */
export function daysIn(ranges: readonly DayRange[]): string[] {
  const days = ranges.flatMap((range) =>
    Array.from({ length: countDays(range) }, (_, index) => {
      return new Date(Date.parse(range.from) + index * dayMs).toISOString().slice(0, 10)
    }),
  )
  return [...new Set(days)].sort()
}

/** Ranges in order, joined where they overlap. */
export function joinRanges(ranges: readonly DayRange[]): DayRange[] {
  const joined: DayRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = joined.at(-1)
    if (!last || range.from > last.until) joined.push({ ...range })
    else if (range.until > last.until) last.until = range.until
  }
  return joined
}
