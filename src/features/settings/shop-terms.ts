import { shop, type Zone } from '#shop'
import type { Pence } from '#ui/money.ts'
import { pauseAt, pauseText } from './selling.ts'
import type { ShopSettings } from './shop-settings.ts'

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

/** The settings that a browser needs at a moment, without past days off. */
export function shopTerms(settings: ShopSettings, now: Date): ShopTerms {
  const { zones, productionDays, daysOff, samplesPence } = settings
  const pause = pauseAt(settings, now)
  // A day that ended more than a day ago is over in any time zone.
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10)
  return {
    zones: zones.map(({ id }) => id),
    productionDays,
    daysOff: daysOff.filter((day) => day >= yesterday),
    samplesPence,
    pause: pause && { text: pauseText(pause, now), until: pause.until?.toISOString() ?? null },
  }
}

/** The zones switched on, with their countries and services. */
export function zonesOf({ zones }: ShopTerms): Zone[] {
  return shop.zones.filter(({ id }) => zones.includes(id))
}
