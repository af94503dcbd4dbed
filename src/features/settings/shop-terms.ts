import { shop, type Zone } from '#shop'
import type { ShopSettings } from './shop-settings.ts'

/** Where the shop delivers and how long making takes, as a browser gets it. `zones`: the ids of those switched on. */
export type ShopTerms = { zones: string[]; productionDays: number; daysOff: string[] }

/** Before a browser has been told anything. */
export const usualTerms: ShopTerms = {
  zones: shop.zones.map(({ id }) => id),
  productionDays: shop.making.productionDays,
  daysOff: [],
}

/** What of the settings a browser needs at a moment: holidays that are over promise nothing any more. */
export function shopTerms({ zones, productionDays, daysOff }: ShopSettings, now: Date): ShopTerms {
  // A day more than a day ago is over in any zone.
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10)
  return { zones: zones.map(({ id }) => id), productionDays, daysOff: daysOff.filter((day) => day >= yesterday) }
}

/** The zones switched on, with their countries and services. */
export function zonesOf({ zones }: ShopTerms): Zone[] {
  return shop.zones.filter(({ id }) => zones.includes(id))
}
