import { countryInText, zoneOf } from '#features/settings/delivery.ts'
import type { Arrivals } from '#features/settings/dispatch-and-arrival.ts'
import type { ShopTerms } from '#features/settings/shop-terms.contract.ts'
import { zonesOf } from '#features/settings/shop-terms.ts'
import { deliverTo, destination, homeCountry } from './preferences.ts'

/** `where`: the country inside a sentence; null for the shop's own. */
export type ShownArrival = { day: string; where: string | null }

/**
 * Shows the arrival in the country that this browser remembers, now and at each change. Returns a function that stops.
 */
export function watchArrival(
  arrivals: Arrivals,
  terms: ShopTerms,
  show: (shown: ShownArrival | null) => void,
): () => void {
  const zones = zonesOf(terms)
  function update() {
    const country = destination(deliverTo.get(), zones)
    const [service] = arrivals[zoneOf(country, zones)?.id ?? ''] ?? []
    show(service ? { day: service.day, where: country === homeCountry ? null : countryInText(country) } : null)
  }
  update()
  return deliverTo.subscribe(update)
}
