import { type Pence, pence } from '#base/money.ts'
import { countryName } from '#base/names.ts'
import { shop } from '#shop'
import type { DeliveryRate, TransitDays, Zone } from '#shop-defaults'

/** A delivery service with its price for this order. `transit`: '2-3 working days'. */
export type DeliveryService = {
  id: string
  label: string
  pricePence: Pence
  transit: string
  transitDays: TransitDays
}

/**
 * The zone of a country (ISO 3166-1 alpha-2), or null without delivery. `zones` defaults to all of today, since
 * a placed order keeps its zone.
 */
export function zoneOf(country: string, zones: readonly Zone[] = shop.zones): Zone | null {
  return zones.find((zone) => zone.countries.includes(country)) ?? null
}

/**
 * The services to a country with their prices for this cart, in the zone's order; none without delivery. `goodsPence`
 * is the subtotal less the discount, which free delivery is measured by. `isLetter`: fabric samples alone, which travel
 * as a letter where the zone has one.
 */
export function deliveryServices(
  { country, goodsPence, isLetter = false }: { country: string; goodsPence: Pence; isLetter?: boolean },
  zones: readonly Zone[],
): DeliveryService[] {
  const zone = zoneOf(country, zones)
  const letter = isLetter && zone && letterOf(zone)
  const services = letter ? [letter] : (zone?.services ?? [])
  return services.map(({ id, label, transitDays, ...prices }) => ({
    id,
    label,
    pricePence: deliveryPrice(prices, goodsPence),
    transit: transitText(transitDays),
    transitDays,
  }))
}

/** The service by which fabric samples travel alone, at no charge; null where the zone has none. */
export function letterOf({ id, letter }: Zone): DeliveryRate | null {
  if (!letter) return null
  const label = 'Letter, postage included'
  return { id: `${id}-letter`, label, pricePence: 0, freeFromPence: null, transitDays: letter }
}

/** Every service of the shop, letters included: placed orders name one by its id. */
export function listServices(zones: readonly Zone[] = shop.zones): DeliveryRate[] {
  return zones.flatMap((zone) => [...zone.services, ...[letterOf(zone)].filter((letter) => letter !== null)])
}

/** '2-3 working days', '1 working day'. */
export function transitText({ from, to }: TransitDays): string {
  const count = from === to ? `${to}` : `${from}-${to}`
  return `${count} working ${to === 1 ? 'day' : 'days'}`
}

/** What the goods, after the discount, lack to free delivery; 0 from there on. Null for a service that is never free. */
export function shortOfFree({ freeFromPence }: Pick<DeliveryRate, 'freeFromPence'>, goodsPence: Pence): Pence | null {
  return freeFromPence === null ? null : pence(Math.max(0, freeFromPence - goodsPence))
}

/** The price of a service for goods of this amount, after the discount. */
export function deliveryPrice(
  { pricePence, freeFromPence }: Pick<DeliveryRate, 'pricePence' | 'freeFromPence'>,
  goodsPence: Pence,
): Pence {
  return pence(shortOfFree({ freeFromPence }, goodsPence) === 0 ? 0 : pricePence)
}

/** The name inside a sentence: 'the United Kingdom', 'Germany'. */
export function countryInText(country: string): string {
  const name = countryName(country)
  return /^(United|Netherlands|Isle)\b/.test(name) ? `the ${name}` : name
}

/** Shown while a live shop names no responsible person for the EU and Northern Ireland. */
export const notToNorthernIreland = 'We can’t deliver to Northern Ireland (postcodes that begin with BT) just now.'

/** Whether an address is in Northern Ireland, where the product safety rules of the European Union apply. */
export function isNorthernIreland(country: string | null, postcode: string | null | undefined): boolean {
  return country === 'GB' && /^BT\d/i.test(postcode ?? '')
}

/** Countries sorted by name, after `first`. */
export function sortCountries(countries: readonly string[], first: string): string[] {
  const others = countries.filter((country) => country !== first)
  const sorted = others.toSorted((a, b) => countryName(a).localeCompare(countryName(b), shop.language))
  return countries.includes(first) ? [first, ...sorted] : sorted
}
