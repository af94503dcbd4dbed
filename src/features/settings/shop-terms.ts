import type { Pence } from '#base/money.ts'
import { shop, type Zone } from '#shop'
import type { GuaranteeNotice } from './guarantee.ts'

/**
 * Delivery zones, production time and the price of fabric samples for browsers. `zones`: the ids of those switched on.
 * `samplesPence`: null where none are offered.
 */
export type ShopTerms = {
  zones: string[]
  /** Countries of those zones without delivery. */
  countriesOff: string[]
  deliversToNorthernIreland: boolean
  productionDays: number
  /** 'YYYY-MM-DD', ascending. */
  daysOff: string[]
  samplesPence: Pence | null
  /** Why the shop takes no orders, as a sentence, and until when (ISO 8601, where known); null while it sells. */
  pause: { text: string; until: string | null } | null
}

/** What the cart reads afresh: the notices, too long for every page, are in it alone. */
export type FreshTerms = ShopTerms & { guaranteeNotices: readonly GuaranteeNotice[] }

/** The defaults before the first response. */
export const defaultTerms: ShopTerms = {
  zones: shop.zones.map(({ id }) => id),
  countriesOff: [],
  deliversToNorthernIreland: true,
  productionDays: shop.making.productionDays,
  daysOff: [],
  samplesPence: null,
  pause: null,
}

/** The zones switched on, with their countries and services. */
export function zonesOf({ zones, countriesOff }: ShopTerms): Zone[] {
  const on = shop.zones.filter(({ id }) => zones.includes(id))
  return on.map((zone) => ({ ...zone, countries: zone.countries.filter((code) => !countriesOff.includes(code)) }))
}
