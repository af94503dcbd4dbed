import { countryName } from '#base/names.ts'
import type { OrderRow } from '../order.ts'

type Addressed = Pick<
  OrderRow,
  'customer_name' | 'shipping_address' | 'shipping_city' | 'shipping_postcode' | 'shipping_country'
>

/** The lines of an address label; empty while the address is unknown. */
export function addressLines(order: Addressed): string[] {
  const { customer_name, shipping_address, shipping_city, shipping_postcode, shipping_country } = order
  if (!shipping_address && !shipping_postcode && !shipping_city) return []
  const country = shipping_country ? countryName(shipping_country) : null
  return [customer_name, ...(shipping_address?.split(/\r?\n/) ?? []), shipping_city, shipping_postcode, country]
    .map((line) => line?.trim() ?? '')
    .filter((line) => line !== '')
}
