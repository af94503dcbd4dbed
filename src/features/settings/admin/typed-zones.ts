import { formatFullDay } from '#base/calendar-day.ts'
import { formatPence, parseTyped, pence } from '#base/money.ts'
import { joinNames } from '#base/names.ts'
import type { TransitDays, Zone } from '#shop-defaults'
import { DeliverySchema, type DeliveryVersion } from '../delivery-versions.ts'

/** A version as typed: every number as text. A new zone or service has an empty id. */
export type TypedDays = { least: string; most: string }
export type TypedService = { id: string; label: string; price: string; free: string } & TypedDays
export type TypedZone = { id: string; name: string; countries: string[]; services: TypedService[]; letter: TypedDays }
/** `was`: the day of the planned version that is changed, which a new day replaces; '' for none. */
export type Typed = { from: string; was: string; zones: TypedZone[] }

export const noDays: TypedDays = { least: '', most: '' }
export const noService: TypedService = { id: '', label: '', price: '', free: '', ...noDays }

export function typedVersion({ from, zones }: DeliveryVersion, was: string): Typed {
  const pounds = (amount: number) => (amount / 100).toFixed(2)
  return {
    from,
    was,
    zones: zones.map(({ id, name, countries, services, letter }) => ({
      id,
      name,
      countries,
      services: services.map(({ id, label, pricePence, freeFromPence, transitDays }) => ({
        id,
        label,
        price: pounds(pricePence),
        free: freeFromPence === null ? '' : pounds(freeFromPence),
        ...typedDays(transitDays),
      })),
      letter: letter ? typedDays(letter) : noDays,
    })),
  }
}

function typedDays({ from, to }: TransitDays): TypedDays {
  return { least: String(from), most: String(to) }
}

/** In place of a number that can't be read: the schema refuses it with its message. JSON would make null of NaN. */
const unreadable = -1

export function readVersion({ from, zones }: Typed): DeliveryVersion {
  return { from, zones: zones.map(readZone) }
}

function readZone({ letter, services, ...zone }: TypedZone): Zone {
  return {
    ...zone,
    services: services.map(({ id, label, price, free, least, most }) => ({
      id,
      label,
      pricePence: parseTyped(price) ?? unreadable,
      freeFromPence: free.trim() === '' ? null : (parseTyped(free) ?? unreadable),
      transitDays: readDays({ least, most }),
    })),
    ...((letter.least.trim() || letter.most.trim()) && { letter: readDays(letter) }),
  }
}

function readDays({ least, most }: TypedDays): TransitDays {
  const count = (text: string) => Number(text) || unreadable
  return { from: count(least), to: count(most) }
}

/** The message of each wrong field, by its path: '0.services.1.pricePence'. Of days the first. */
export function problemsOf(typed: Typed): Record<string, string> {
  const issues = DeliverySchema.safeParse([readVersion(typed)]).error?.issues ?? []
  // A country is named in its message, and days have one place for both.
  const placeOf = (path: readonly PropertyKey[]) =>
    path
      .slice(2)
      .filter((part) => part !== 'from' && part !== 'to')
      .join('.')
      .replace(/countries\..*/, 'countries')
  return Object.fromEntries(issues.map(({ path, message }) => [placeOf(path), message] as const).toReversed())
}

/** '31 countries. International Tracked £14.95.' */
export function summaryOf({ countries, services }: TypedZone): string {
  const count =
    countries.length === 0 ? 'No country yet' : countries.length === 1 ? '1 country' : `${countries.length} countries`
  const prices = services.map(({ label, price, free }) => {
    const [amount, limit] = [parseTyped(price), parseTyped(free)]
    const from = limit === null ? '' : `, free from ${formatPence(limit)}`
    return `${label} ${amount === null ? '' : formatPence(pence(amount))}${from}`.trim()
  })
  return `${count}. ${prices.filter(Boolean).join('; ')}`
}

export function describe({ from, zones }: Typed): string {
  return [`From ${from}`, ...zones.map((zone) => `${zone.name}: ${summaryOf(zone)}`)].join('\n')
}

export function effectOf(
  { from, was, zones }: Typed,
  { today, planned }: { today: string; planned: readonly DeliveryVersion[] },
): string {
  const when = from === today || !from ? 'From today' : `From ${formatFullDay(from)}`
  const count = zones.reduce((sum, { countries }) => sum + countries.length, 0)
  const days = planned.map((version) => version.from).filter((day) => day !== was)
  const next = days.find((day) => day > from)
  return [
    `${when}, ${joinNames(zones.map(({ name }) => name || 'a new zone'))}: ${count} countries in all.`,
    days.includes(from) && 'It replaces what was planned for that day.',
    next && `What is planned from ${formatFullDay(next)} has its own prices for every zone, and stays as it is.`,
  ]
    .filter(Boolean)
    .join(' ')
}
