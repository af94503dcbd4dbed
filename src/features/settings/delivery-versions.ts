import { z } from 'zod'
import { formatPence, pence } from '#base/money.ts'
import { countryName } from '#base/names.ts'
import { shopDate } from '#base/shop-clock.ts'
import { calendarDay } from '#platform/calendar-day.ts'
import { shop as defaults, type Zone } from '#shop-defaults'
import { listServices } from './delivery.ts'
import { slugOf } from './kinds.ts'

/** Zones, countries and prices that count from a day in shop time ('YYYY-MM-DD') until the next version's. */
export type DeliveryVersion = { from: string; zones: Zone[] }

const maxPence = 50_000
const maxTransitDays = 90
/** Before today's; orders keep what they were offered, so older ones are of no use. */
const mostPast = 12

const name = (most: number, missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(most, `Please keep it to ${most} characters.`)
    .regex(/^\P{Cc}*$/u, 'Please use one line of plain text.')

/** No countries, and those to which Stripe takes no payment (docs.stripe.com, `shipping_address_collection`). */
const notPayable = new Set(
  'EU EZ UN QO XA XB ZZ CP CQ DG EA IC AS CX CC CU HM IR KP MH FM NF MP PW SD SY UM VI'.split(' '),
)

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
let payable: readonly string[] | undefined

/** The countries that the shop may deliver to, as ISO 3166-1 alpha-2. */
export function payableCountries(): readonly string[] {
  payable ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notPayable.has(code) && countryName(code) !== code && isCurrent(code))
  return payable
}

/** Whether a code is no former one, such as that of the GDR. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code
}

/** Empty for a new one, which gets its id when it is saved. */
const id = z
  .string()
  .regex(/^$|^[a-z\d]+(-[a-z\d]+)*$/)
  .max(60)

const wrongDays = `Please enter whole working days from 1 to ${maxTransitDays}.`
const days = z.int(wrongDays).min(1, wrongDays).max(maxTransitDays, wrongDays)
const TransitSchema = z
  .object({ from: days, to: days })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'At most can’t be fewer days than at least.' })

const wrongPrice = `Please enter a price from £0 to ${formatPence(pence(maxPence))}, such as 4.50.`
const wrongLimit = 'Please enter an amount such as 120, or leave it blank.'
const ServiceSchema = z.object({
  id,
  label: name(60, 'Please enter what the service is called.'),
  pricePence: z.int(wrongPrice).min(0, wrongPrice).max(maxPence, wrongPrice),
  freeFromPence: z.int(wrongLimit).min(1, wrongLimit).max(1_000_000, wrongLimit).nullable(),
  transitDays: TransitSchema,
})

const ZoneSchema = z.object({
  id,
  name: name(40, 'Please enter the zone’s name.'),
  countries: z
    .array(z.string().refine((code) => payableCountries().includes(code), 'Payments can’t be taken for this country.'))
    .min(1, 'Please add a country, or remove the zone.'),
  services: z.array(ServiceSchema).min(1, 'Please add a service.').max(6, 'A zone has up to six services.'),
  letter: TransitSchema.optional(),
})

/** The zones of one version. The first is the shop's own, with its country first. */
export const ZonesSchema = z
  .array(ZoneSchema)
  .min(1)
  .max(40, 'A shop has up to 40 zones.')
  .superRefine((zones, { addIssue }) => {
    const seen = new Map<string, string>()
    const ids = new Set<string>()
    const refuse = (message: string, path: (string | number)[]) => addIssue({ code: 'custom', message, path })
    if (zones[0]?.countries[0] !== defaults.country) {
      refuse(`${countryName(defaults.country)} is the shop’s own country, the first of the first zone.`, [
        0,
        'countries',
      ])
    }
    for (const [place, zone] of zones.entries()) {
      for (const country of zone.countries) {
        const other = seen.get(country)
        if (other !== undefined) {
          refuse(`${countryName(country)} is in ${other} too: a country has one zone.`, [place, 'countries'])
        }
        seen.set(country, zone.name)
      }
      for (const used of idsOf(zone)) {
        if (ids.has(used)) refuse('Two zones or services have one id. Please load the page again.', [place, 'services'])
        ids.add(used)
      }
    }
  })

/** All versions, each day once, ascending. */
export const DeliverySchema = z
  .array(z.object({ from: calendarDay('Please enter the day from which it counts.'), zones: ZonesSchema }))
  .max(40, 'You can plan up to 40 changes. Please remove one first.')
  .refine((versions) => new Set(versions.map(({ from }) => from)).size === versions.length, {
    error: 'Please give one version for each day.',
  })
  .transform((versions) => versions.toSorted((one, other) => one.from.localeCompare(other.from)))

/** The version in force on a day; null before the first one, when `shop.config.ts` decides. */
export function versionOn(versions: readonly DeliveryVersion[], day: string): DeliveryVersion | null {
  return versions.findLast(({ from }) => from <= day) ?? null
}

/** The zones in force at a moment. */
export function zonesAt(versions: readonly DeliveryVersion[], now: Date): readonly Zone[] {
  return versionOn(versions, shopDate(now))?.zones ?? defaults.zones
}

/**
 * The versions to store: those that began before today as they are, then the typed ones, whose new zones and services
 * get ids that no other has. Returns a message for the owner where she would change the past.
 */
export function writeVersions(
  typed: readonly DeliveryVersion[],
  before: readonly DeliveryVersion[],
  today: string,
): DeliveryVersion[] | string {
  const past = before.filter(({ from }) => from < today)
  const isKept = (version: DeliveryVersion) => past.some((kept) => JSON.stringify(kept) === JSON.stringify(version))
  if (typed.some((version) => version.from < today && !isKept(version))) return 'Please choose today or a later day.'
  const next = typed.filter(({ from }) => from >= today)
  const taken = new Set(
    [...before, ...next]
      .flatMap(({ zones }) => zones)
      .concat(defaults.zones)
      .flatMap(idsOf),
  )
  const written = next.map(({ from, zones }) => ({ from, zones: zones.map((zone) => withIds(zone, taken)) }))
  return [...past.slice(-mostPast), ...written]
}

function withIds(zone: Zone, taken: Set<string>): Zone {
  const zoneId = zone.id || freeId(zone.name, taken)
  const services = zone.services.map((service) => ({ ...service, id: service.id || freeId(service.label, taken) }))
  return { ...zone, id: zoneId, services }
}

/** 'royal-mail-tracked-24', with a number where it is taken. */
function freeId(text: string, taken: Set<string>): string {
  const start = slugOf(text).slice(0, 40).replace(/-$/, '') || 'service'
  let found = start
  for (let count = 2; taken.has(found) || taken.has(`${found}-letter`); count += 1) found = `${start}-${count}`
  taken.add(found).add(`${found}-letter`)
  return found
}

/** The ids of a zone and its services; a new one has none. */
function idsOf(zone: Zone): string[] {
  return [zone.id, ...listServices([zone]).map((service) => service.id)].filter(
    (used) => used !== '' && used !== '-letter',
  )
}

/**
 * The line above the header: `{free}` is the amount from which delivery in the first zone is free. Empty where the line
 * names it and nothing is free there.
 */
export function fillBanner(text: string, [own]: readonly Zone[]): string {
  if (!text.includes(freeMark)) return text
  const free = own?.services.find(({ freeFromPence }) => freeFromPence !== null)?.freeFromPence
  return free ? text.replaceAll(freeMark, formatPence(pence(free)).replace(/\.00$/, '')) : ''
}

export const freeMark = '{free}'
