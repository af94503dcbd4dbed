import { discountPence } from '#features/discounts/discount.ts'
import { type DeliveryService, deliveryServices } from '#features/settings/delivery.ts'
import type { Zone } from '#shop'
import { type Pence, pence } from '#ui/money.ts'
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
  const services = deliveryServices({ country, goodsPence: total }, zones).map((service) => ({
    ...service,
    toPay: pence(total + service.pricePence),
  }))
  return { subtotal, discount, total, services }
}
