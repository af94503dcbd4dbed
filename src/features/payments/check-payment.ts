import { zoneOf } from '#features/cart/delivery.ts'
import type { SessionRecord } from '#platform/payments/provider.ts'
import { formatPence, type Pence, parsePounds, pence } from '#ui/money.ts'

/** The terms frozen when the payment page was created. */
export type FrozenTerms = {
  subtotal: Pence
  discount: Pence
  deliverTo: string
  services: { id: string; price: number }[]
}

/**
 * Why a payment does not match its order: another amount, currency or delivery service than the frozen terms. Null where
 * it matches. A mismatch does not make the order paid; the owner reviews it.
 */
export function paymentMismatch(record: SessionRecord, { subtotal, discount, services }: FrozenTerms): string | null {
  const { currency, subtotalPence, discountPence, deliveryService, totalPence } = record
  const deliveryPence = record.deliveryPence ?? 0
  if (currency !== 'gbp') return `Paid in ${currency}`
  if (subtotalPence !== subtotal || discountPence !== discount) {
    const goods = (amount: number, less: number) => formatPence(pence(amount - less))
    return `Paid for goods of ${goods(subtotalPence, discountPence)} instead of ${goods(subtotal, discount)}`
  }
  const service = services.find((candidate) => candidate.id === deliveryService)
  if (!service || parsePounds(service.price) !== deliveryPence) return 'Paid with a delivery that was not offered'
  if (totalPence !== subtotal - discount + deliveryPence) return 'Paid another total than the sum of its parts'
  return null
}

/** What the owner should check although the order is paid, or null. */
export function paymentWarning({ customer }: SessionRecord, { deliverTo }: FrozenTerms): string | null {
  if (!customer) return 'Paid without a name and an address'
  const { country } = customer.address
  return zoneOf(country)?.id === zoneOf(deliverTo)?.id
    ? null
    : `Paid delivery to ${deliverTo}, but the address is in ${country}`
}
