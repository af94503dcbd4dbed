import { shop, type Zone } from '#shop'
import { type Pence, pence } from '#ui/money.ts'

/** A way of sending an order and what it costs this order. */
export type DeliveryService = { id: string; label: string; pricePence: Pence; transit: string }

/**
 * The zone a country (ISO 3166-1 alpha-2) lies in, or null where the shop does not deliver. Of all its zones, where the
 * ones switched on are not given: what was sold keeps its zone.
 */
export function zoneOf(country: string, zones: readonly Zone[] = shop.zones): Zone | null {
  return zones.find((zone) => zone.countries.includes(country)) ?? null
}

/**
 * Every service to a country with its price for this cart, in the zone's order; none where the shop does not deliver.
 * `goodsPence` is the subtotal less the discount: what is free from £120 is free when £120 is really paid for goods.
 */
export function deliveryServices(
  { country, goodsPence }: { country: string; goodsPence: Pence },
  zones: readonly Zone[],
): DeliveryService[] {
  const services = zoneOf(country, zones)?.services ?? []
  return services.map(({ id, label, pricePence, freeFromPence, transit }) => ({
    id,
    label,
    pricePence: pence(freeFromPence !== null && goodsPence >= freeFromPence ? 0 : pricePence),
    transit,
  }))
}

const names = new Intl.DisplayNames(shop.language, { type: 'region' })

/** 'United Kingdom' for 'GB'; the code itself where there is no name. */
export function countryName(country: string): string {
  return names.of(country) ?? country
}

/** The same within a sentence: 'the United Kingdom', 'Germany'. */
export function countryInText(country: string): string {
  const name = countryName(country)
  return /^(United|Netherlands|Isle)\b/.test(name) ? `the ${name}` : name
}

/** Countries by name; the shop's own stays where it is, first. */
export function sortCountries(countries: readonly string[], first: string): string[] {
  const others = countries.filter((country) => country !== first)
  const sorted = others.toSorted((a, b) => countryName(a).localeCompare(countryName(b), shop.language))
  return countries.includes(first) ? [first, ...sorted] : sorted
}
