import type { Zone } from '#shop'

/** What the owner may change about the shop while it runs, as it holds now. */
export type ShopSettings = {
  launchAt: Date
  /** The line above the header; empty: there is none. */
  banner: string
  /** The zones that are switched on, the shop's own first. */
  zones: readonly Zone[]
  /** Working days from the order, or from the end of a pre-order, where a garment has no number of its own. */
  productionDays: number
  /** 'YYYY-MM-DD', each once, ascending: days on which nobody works, beside weekends and bank holidays. */
  daysOff: readonly string[]
}

/** What a promised day is counted by. */
export type WorkingTime = Pick<ShopSettings, 'productionDays' | 'daysOff'>

/** The most characters that stay readable as one thin line above a phone's header. */
export const longestBanner = 56

/** In working days. */
export const mostProductionDays = 60
