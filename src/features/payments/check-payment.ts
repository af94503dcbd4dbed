import { zoneOf } from '#features/cart/delivery.ts'
import type { SessionRecord } from '#platform/payments/provider.ts'
import { formatPence, type Pence, parsePounds, pence } from '#ui/money.ts'

/** What was frozen when the payment page was made. */
export type Frozen = { subtotal: Pence; discount: Pence; deliverTo: string; services: { id: string; price: number }[] }

/**
 * Why money that arrived is not this order's: another amount, currency or service than was frozen. Null when it fits.
 * Such an order is not paid: a person looks at it.
 */
export function whyNotOurs(record: SessionRecord, { subtotal, discount, services }: Frozen): string | null {
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

/** What a person should look at although the order is paid, or null. */
export function oddityOf({ customer }: SessionRecord, { deliverTo }: Frozen): string | null {
  if (!customer) return 'Paid without a name and an address'
  const { country } = customer.address
  return zoneOf(country)?.id === zoneOf(deliverTo)?.id
    ? null
    : `Paid delivery to ${deliverTo}, but the address is in ${country}`
}
