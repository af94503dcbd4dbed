import { type Pence, pence } from '#base/money.ts'
import { storagePrefix, storedValue } from '#base/stored-value.ts'
import { isSamples } from '#features/catalogue/samples.ts'
import { discountPence } from '#features/discounts/discount.ts'
import { type DeliveryService, deliveryServices, letterOf, shortOfFree, zoneOf } from '#features/settings/delivery.ts'
import type { DeliveryRate, Zone } from '#shop-defaults'
import { subtotalPence } from './cart-changes.ts'
import type { CartLine } from './cart-lines.ts'

/** A delivery service with the whole amount to pay. `isIncluded`: the price of the goods has its postage. */
export type CartService = DeliveryService & { toPay: Pence; isIncluded: boolean }

/** A cart's totals. `total` is goods only. */
export type Sums = {
  subtotal: Pence
  discount: Pence
  total: Pence
  services: CartService[]
  /** The service that is free from an amount which the cart has not reached, and the price of the goods it lacks. */
  untilFree: { id: string; label: string; missing: Pence } | null
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
  const zone = zoneOf(country, zones)
  const letter = lines.length > 0 && lines.every(isSamples) && zone ? letterOf(zone) : null
  const services = deliveryServices({ country, goodsPence: total, isLetter: letter !== null }, zones)
  const free = letter ? undefined : zone?.services.find(({ freeFromPence }) => freeFromPence !== null)
  const missing = free ? goodsMissing(free, subtotal, percent) : null
  return {
    subtotal,
    discount,
    total,
    services: services.map((service) => ({
      ...service,
      toPay: pence(total + service.pricePence),
      isIncluded: service.id === letter?.id,
    })),
    untilFree: free && missing ? { id: free.id, label: free.label, missing } : null,
  }
}

/**
 * The price of the goods that are missing to free delivery, which counts them after the discount; 0 once it is free.
 * Null where no amount would do.
 */
function goodsMissing(rate: Pick<DeliveryRate, 'freeFromPence'>, subtotal: Pence, percent: number): Pence | null {
  const short = (more: number) => {
    const goods = pence(subtotal + more)
    return shortOfFree(rate, pence(goods - discountPence(goods, percent)))
  }
  const now = short(0)
  if (now === null || percent >= 100) return null
  // Rounding moves the discounted sum by a penny at most, so no smaller amount would do.
  let more = Math.max(0, Math.floor(((now - 1) * 100) / (100 - percent)))
  while (short(more) !== 0) more += 1
  return pence(more)
}

/** The id of the delivery service last chosen, empty before. Another country may not have it. */
export const deliverWith = storedValue({
  key: `${storagePrefix}-service`,
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
