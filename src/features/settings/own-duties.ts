import { z } from 'zod'
import { calendarDay } from '#platform/calendar-day.ts'
import { payableCountries } from './delivery-versions.ts'

const maxText = 400
/** A shop changes a rule now and then; orders need those of their day. */
const mostEntries = 100

const paidBy = z.enum(['customer', 'shop']).nullable()
const percent = (most: number) => {
  const message = `Please enter a rate from 0 to ${most} per cent, or leave it blank.`
  return z.number(message).min(0, message).max(most, message).nullable()
}

/** What the owner says is due. The rates are for her own estimate: no customer reads them. */
const DueSchema = z.object({
  paidBy,
  text: z
    .string()
    .trim()
    .min(1, 'Please write what customers read.')
    .max(maxText, `Please keep it to ${maxText} characters.`)
    .regex(/^\P{Cc}*$/u, 'Please use one paragraph of plain text.'),
  dutyPercent: percent(200),
  taxPercent: percent(50),
})

/** What is due at the border of some countries from a day on; `due` null: the rule of the program again. */
const OwnDutySchema = z.object({
  from: calendarDay('Please enter the day from which it counts.'),
  countries: z
    .array(z.string().refine((code) => payableCountries().includes(code), 'There is no such country.'))
    .min(1, 'Please choose a country.'),
  due: DueSchema.nullable(),
})
export type TypedDuty = z.output<typeof OwnDutySchema>

/** All changes, ascending by day; a country once a day. */
export const DutiesSchema = z
  .array(OwnDutySchema)
  .max(mostEntries, `You can keep up to ${mostEntries} changes. Please remove a planned one first.`)
  .refine((all) => {
    const days = all.flatMap(({ from, countries }) => countries.map((country) => `${from} ${country}`))
    return new Set(days).size === days.length
  }, 'A country is there twice for one day. Please load the page again.')
  .transform((all) => all.toSorted((one, other) => one.from.localeCompare(other.from)))

/** The list with another entry: of its day and its countries it is the only one. */
export function withDuty(all: readonly TypedDuty[], added: TypedDuty): TypedDuty[] {
  const others = all.map((entry) => (entry.from === added.from ? without(entry, added.countries) : entry))
  return [...others.filter(({ countries }) => countries.length > 0), added]
}

function without(entry: TypedDuty, gone: readonly string[]): TypedDuty {
  return { ...entry, countries: entry.countries.filter((country) => !gone.includes(country)) }
}

/** A message for the owner where she would change the past: orders of that time keep what they were promised. */
export function refuseOldDuties(typed: readonly TypedDuty[], before: readonly TypedDuty[], today: string) {
  const past = (all: readonly TypedDuty[]) => JSON.stringify(all.filter(({ from }) => from < today))
  return past(typed) === past(before) ? null : 'Please choose today or a later day.'
}
