import { shop, type Zone } from '#shop'
import type { Pence } from '#ui/money.ts'

/**
 * Delivery zones, production time and the price of fabric samples for browsers. `zones`: the ids of those switched on.
 * `samplesPence`: null where none are offered.
 */
export type ShopTerms = {
  zones: string[]
  productionDays: number
  daysOff: string[]
  samplesPence: Pence | null
  /** Why the shop takes no orders, as a sentence, and until when (ISO 8601, where known); null while it sells. */
  pause: { text: string; until: string | null } | null
}

/** The defaults before the first response. */
export const defaultTerms: ShopTerms = {
  zones: shop.zones.map(({ id }) => id),
  productionDays: shop.making.productionDays,
  daysOff: [],
  samplesPence: null,
  pause: null,
}

/** The zones switched on, with their countries and services. */
export function zonesOf({ zones }: ShopTerms): Zone[] {
  return shop.zones.filter(({ id }) => zones.includes(id))
}
