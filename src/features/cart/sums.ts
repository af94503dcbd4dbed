import { discountPence } from '#features/discounts/discount.ts'
import type { Zone } from '#shop'
import { type Pence, pence } from '#ui/money.ts'
import { type CartLine, subtotalPence } from './cart.ts'
import { type DeliveryService, deliveryServices } from './delivery.ts'

/** What a cart costs. `total` is goods only; each service says what is to pay with it. */
export type Sums = {
  subtotal: Pence
  discount: Pence
  total: Pence
  services: (DeliveryService & { toPay: Pence })[]
}

/**
 * The figures the drawer shows and checkout charges. `percent`: 0 without a code. `country`: in none of the `zones`, no
 * services.
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
