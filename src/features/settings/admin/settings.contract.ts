import { z } from 'zod'
import { calendarDay } from '#platform/calendar-day.ts'
import { contract } from '#platform/http/contract.ts'
import { type FactGroupName, factGroupNames } from '../facts.ts'
import { CapacitySchema, DayRangeSchema, type SettingName, settingSchemas } from '../shop-settings.ts'

const names = Object.keys(settingSchemas) as [SettingName, ...SettingName[]]
const { carriers, closing, guarantee_notices, samples, retention, morning_email, shelf, kinds } = settingSchemas

/** The stored value of a setting. `version`: null until its first change; a change sends it back. */
function stored<Value extends z.ZodType>(value: Value) {
  return z.object({ value, version: z.string().nullable() })
}

/** A row of facts: what its form has, by field. */
const facts = stored(z.record(z.string(), z.unknown()))
const factRows = Object.fromEntries(factGroupNames.map((name) => [name, facts])) as Record<FactGroupName, typeof facts>

/** Times are ISO, days 'YYYY-MM-DD'. */
const Settings = z.object({
  /** The shop's clock. */
  now: z.string(),
  /** `fixed`: the environment's LAUNCH_AT decides, so the value cannot be changed here. */
  launch_at: stored(z.string()).extend({ fixed: z.boolean() }),
  closing: stored(closing),
  banner: stored(z.string()),
  delivery: stored(settingSchemas.delivery),
  sizes: stored(settingSchemas.sizes),
  topics: stored(settingSchemas.topics),
  colours: stored(settingSchemas.colours),
  zones_off: stored(z.array(z.string())),
  countries_off: stored(z.array(z.string())),
  duties: stored(settingSchemas.duties),
  packaging: stored(settingSchemas.packaging),
  guarantee_notices: stored(guarantee_notices),
  /** Countries closed because a live shop names no responsible person. */
  closed_by_law: z.array(z.string()),
  production_days: stored(z.int()),
  days_off: stored(z.array(DayRangeSchema)),
  capacity: stored(z.array(CapacitySchema)),
  /** The work that is promised and not made, in hundredths of a piece by day; empty without a capacity. */
  promised: z.array(z.object({ day: z.string(), work: z.int() })),
  carriers: stored(carriers),
  samples: stored(samples),
  look: stored(settingSchemas.look),
  shows_score: stored(z.boolean()),
  postage: stored(settingSchemas.postage),
  retention: stored(retention),
  morning_email: stored(morning_email),
  shelf: stored(shelf),
  kinds: stored(kinds),
  ...factRows,
})
export type Settings = z.output<typeof Settings>

export const readSettings = contract({
  name: 'settings',
  method: 'GET',
  caller: 'administrators',
  response: Settings,
})

/** The settings of garments: the shelf, the kinds and the colours. */
const GarmentSettings = Settings.pick({ shelf: true, kinds: true, colours: true })
export type GarmentSettings = z.output<typeof GarmentSettings>

export const readGarmentSettings = contract({
  name: 'garment-settings',
  method: 'GET',
  caller: 'pages',
  response: GarmentSettings,
})

// As PostgreSQL writes it, to the microsecond.
const Version = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/)
  .nullable()

export const changeGarmentSettings = contract({
  name: 'garment-settings',
  method: 'POST',
  caller: 'pages',
  request: z.object({ name: z.enum(['shelf', 'kinds']), value: z.unknown(), version: Version }),
  response: GarmentSettings,
  refuses: ['conflict'],
})

/** Changes one setting. Refuses bad_request with a message for the field. */
export const changeSettings = contract({
  name: 'settings',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    name: z.enum(names),
    value: z.unknown(),
    version: Version,
  }),
  response: Settings,
  refuses: ['conflict'],
})

const DueOrder = z.object({ order_number: z.string(), dispatch_by: z.string() })
const TightOrder = DueOrder.extend({ days_left: z.int(), days_before: z.int() })

/**
 * The orders that days off would affect. Days are 'YYYY-MM-DD'; at most ten orders of each kind are listed, and at most 200
 * are in `numbers`.
 */
export const previewDaysOff = contract({
  name: 'days-off-preview',
  method: 'GET',
  caller: 'administrators',
  query: DayRangeSchema,
  response: z.object({
    /** Promised for one of these days. */
    due: z.object({ count: z.int(), numbers: z.array(z.string()), orders: z.array(DueOrder) }),
    /** Promised for a later day, with fewer working days to make them than before. */
    tight: z.object({ count: z.int(), numbers: z.array(z.string()), orders: z.array(TightOrder) }),
  }),
})
export type DaysOffPreview = z.output<typeof previewDaysOff.response>

const Effect = z.object({
  /** The dispatch day of one garment with the shop's production time, if ordered now. */
  leaves: z.string(),
  /** The number of paid orders that can no longer be kept. */
  late: z.int(),
})

/** What another capacity would change. `pieces`: empty for no limit; at most ten late orders are listed, and 200 in `numbers`. */
export const previewCapacity = contract({
  name: 'capacity-preview',
  method: 'GET',
  caller: 'administrators',
  query: z.object({
    from: calendarDay('Please enter the day from which it counts.'),
    pieces: z.string().regex(/^(?:[1-9]\d{0,2})?$/, 'Please enter a whole number of pieces.'),
  }),
  response: z.object({ before: Effect, after: Effect, numbers: z.array(z.string()), orders: z.array(DueOrder) }),
})
export type CapacityPreview = z.output<typeof previewCapacity.response>
