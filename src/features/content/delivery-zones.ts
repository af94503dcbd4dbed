import { formatPence, pence } from '#base/money.ts'
import { countryName, joinNames } from '#base/names.ts'
import { countryInText, transitText } from '#features/settings/delivery.ts'
import { dueOf } from '#features/settings/duties.ts'
import type { Zone } from '#shop-defaults'

/** A zone for display: its countries by name, and each delivery service with its formatted price. */
export type ZoneWords = {
  id: string
  name: string
  countries: string
  services: { id: string; label: string; price: string; transit: string }[]
  /** What is due at its borders, by groups of countries with equal rules. */
  duties: { name: string; text: string }[]
}

/**
 * The delivery zones for display, with what is due at a moment. For loaders: a browser may name a country differently from
 * the server.
 */
export function describeZones(zones: readonly Zone[], now: Date): ZoneWords[] {
  return zones.map(({ id, name, countries, services }) => ({
    id,
    name,
    countries: countriesOf(name, countries),
    services: services.map((service) => ({
      id: service.id,
      label: service.label,
      price: priceWords(service),
      transit: transitText(service.transitDays).replace('-', '–'),
    })),
    duties: describeDuties(countries, now),
  }))
}

/** By groups of countries: those of one rule under its name, those that the owner has changed alike by their names. */
function describeDuties(countries: readonly string[], now: Date): ZoneWords['duties'] {
  const groups = Map.groupBy(countries, (country) => {
    const { rule, text } = dueOf(country, now)
    return JSON.stringify([rule?.name ?? null, text])
  })
  return [...groups].map(([group, alike]) => {
    const [name, text] = JSON.parse(group) as [string | null, string]
    return { name: name ?? joinNames(alike.map(countryName)), text }
  })
}

/** 'the Netherlands and Norway'; 'all of it, with Jersey' where the first country has the zone's name. */
function countriesOf(zone: string, [first = '', ...others]: readonly string[]): string {
  const names = joinNames(others.map(countryInText))
  if (countryName(first) !== zone) return joinNames([first, ...others].map(countryInText))
  return names ? `all of it, with ${names}` : 'all of it'
}

/** '£4.50, free from £120'. */
function priceWords({ pricePence, freeFromPence }: { pricePence: number; freeFromPence: number | null }): string {
  const price = formatPence(pence(pricePence))
  return freeFromPence === null ? price : `${price}, free from ${formatPence(pence(freeFromPence)).replace('.00', '')}`
}
