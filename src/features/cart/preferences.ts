import { shop, type Zone } from '#shop'
import { zoneOf } from './delivery.ts'
import { storedValue } from './stored-value.ts'

/** The shop's own country: the first of its first zone. */
export const homeCountry: string = shop.zones[0]?.countries[0] ?? 'GB'

/** A code the shop has said yes to. `percent`: of the subtotal, 1 to 100. */
export type AppliedCode = { code: string; percent: number }

/** The discount code in use, or null. Checkout asks again whether it holds. */
export const appliedCode = storedValue<AppliedCode | null>({
  key: `${shop.shortName}-discount`,
  parse: parseAppliedCode,
})

/**
 * The country the shopper last chose to deliver to (ISO 3166-1 alpha-2); the first guess is the shop's own. Its zone may
 * have been switched off since: `destination` says where the parcel goes.
 */
export const deliverTo = storedValue({
  key: `${shop.shortName}-country`,
  parse: (text) => (text !== null && zoneOf(text) ? text : homeCountry),
  print: String,
})

/** Where a parcel goes: to the chosen country, or to the shop's own while the chosen one is not delivered to. */
export function destination(chosen: string, zones: readonly Zone[]): string {
  return zoneOf(chosen, zones) ? chosen : homeCountry
}

/** Reads a stored code; anything else under the key is no code. Never throws. */
export function parseAppliedCode(text: string | null): AppliedCode | null {
  try {
    const { code, percent } = JSON.parse(text ?? 'null') ?? {}
    const usable = typeof code === 'string' && code !== '' && code.length <= 40
    return usable && Number.isInteger(percent) && percent >= 1 && percent <= 100 ? { code, percent } : null
  } catch {
    return null
  }
}
