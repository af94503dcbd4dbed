import { type Pence, pence } from '#base/money.ts'
import { storedValue } from '#base/stored-value.ts'
import { isSamples } from '#features/catalogue/samples.ts'
import { discountPence } from '#features/discounts/discount.ts'
import { type DeliveryService, deliveryServices } from '#features/settings/delivery.ts'
import { shop, type Zone } from '#shop'
import { type CartLine, subtotalPence } from './cart.ts'

/** A cart's totals. `total` is goods only; each service has its amount to pay. */
export type Sums = {
  subtotal: Pence
  discount: Pence
  total: Pence
  services: (DeliveryService & { toPay: Pence })[]
}

/**
 * The totals the cart shows. Checkout decides its own in `checkout/cart-terms.ts`, from the same `discountPence` and
 * `deliveryServices`. `percent`: 0 without a code. A `country` outside `zones` has no services.
 */
export function cartSums(
  lines: readonly CartLine[],
  { percent, country, zones }: { percent: number; country: string; zones: readonly Zone[] },
): Sums {
  const subtotal = subtotalPence(lines)
  const discount = discountPence(subtotal, percent)
  const total = pence(subtotal - discount)
  const isLetter = lines.length > 0 && lines.every(isSamples)
  const services = deliveryServices({ country, goodsPence: total, isLetter }, zones).map((service) => ({
    ...service,
    toPay: pence(total + service.pricePence),
  }))
  return { subtotal, discount, total, services }
}

/** The id of the delivery service last chosen, empty before. Another country may not have it. */
export const deliverWith = storedValue({
  key: `${shop.shortName}-service`,
  parse: (text) => text ?? '',
  print: String,
})

/** The chosen service where the country has it, otherwise its first; undefined without delivery. */
export function chosenService<Service extends { id: string }>(
  services: readonly Service[],
  chosen: string,
): Service | undefined {
  return services.find(({ id }) => id === chosen) ?? services[0]
}
