import { type Pence, pence } from '#features/catalogue/money.ts'
import { discountPence } from '#features/discounts/discount.ts'
import { type CartLine, subtotalPence } from './cart.ts'
import { type DeliveryService, deliveryServices } from './delivery.ts'

/** What a cart costs. `total` is goods only; each service says what is to pay with it. */
export type Sums = {
  subtotal: Pence
  discount: Pence
  total: Pence
  services: (DeliveryService & { toPay: Pence })[]
}

/** The figures the drawer shows and checkout charges. `percent`: 0 without a code. `country`: none of ours, no services. */
export function cartSums(lines: readonly CartLine[], { percent, country }: { percent: number; country: string }): Sums {
  const subtotal = subtotalPence(lines)
  const discount = discountPence(subtotal, percent)
  const total = pence(subtotal - discount)
  const services = deliveryServices({ country, goodsPence: total }).map((service) => ({
    ...service,
    toPay: pence(total + service.pricePence),
  }))
  return { subtotal, discount, total, services }
}
