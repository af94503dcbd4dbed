import { storagePrefix, storedValue } from '#base/stored-value.ts'
import { zoneOf } from '#features/settings/delivery.ts'
import { shop } from '#shop'
import type { Zone } from '#shop-defaults'

/** The shop's own country. */
export const homeCountry: string = shop.country

/** A validated code. `percent`: of the subtotal, 1 to 100. */
export type AppliedCode = { code: string; percent: number }

/** The applied discount code, or null. Checkout validates it again. */
export const appliedCode = storedValue<AppliedCode | null>({
  key: `${storagePrefix}-discount`,
  parse: parseAppliedCode,
})

/**
 * The delivery country last chosen (ISO 3166-1 alpha-2); defaults to the shop's own. Its zone may have been switched
 * off since: `destination` gives the effective country.
 */
export const deliverTo = storedValue({
  key: `${storagePrefix}-country`,
  parse: (text) => (text !== null && zoneOf(text) ? text : homeCountry),
  print: String,
})

/** The chosen country, or the shop's own while the chosen one has no delivery. */
export function destination(chosen: string, zones: readonly Zone[]): string {
  return zoneOf(chosen, zones) ? chosen : homeCountry
}

/** Parses a stored code; anything else is null. Never throws. */
export function parseAppliedCode(text: string | null): AppliedCode | null {
  try {
    const { code, percent } = JSON.parse(text ?? 'null') ?? {}
    const usable = typeof code === 'string' && code !== '' && code.length <= 40
    return usable && Number.isInteger(percent) && percent >= 1 && percent <= 100 ? { code, percent } : null
  } catch {
    return null
  }
}

/** Maximum length of a gift note, in characters as people count them. The column `pre_orders.gift_note` has the same limit. */
export const maxGiftNote = 200

/** The gift note as typed, empty for none; kept until the cart is paid. */
export const giftNote = storedValue({
  key: `${storagePrefix}-gift-note`,
  parse: (text) => text ?? '',
  print: String,
})
