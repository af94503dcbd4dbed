import type { Zone } from '#shop'

/** The settings that the owner may change while the shop runs, with their current values. */
export type ShopSettings = {
  launchAt: Date
  /** The line above the header; empty: there is none. */
  banner: string
  /** The zones that are switched on, the shop's own first. */
  zones: readonly Zone[]
  /** Working days from the order, or from the end of a pre-order, for products without a number of their own. */
  productionDays: number
  /** 'YYYY-MM-DD', each once, ascending: days without work, besides weekends and bank holidays. */
  daysOff: readonly string[]
}

/** The settings that a dispatch date depends on. */
export type WorkingTime = Pick<ShopSettings, 'productionDays' | 'daysOff'>

/** The most characters that stay readable as one thin line above a phone's header. */
export const longestBanner = 56

/** In working days. */
export const mostProductionDays = 60
