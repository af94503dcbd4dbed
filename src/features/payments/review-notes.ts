import { type Pence, type Pounds, parsePounds } from '#base/money.ts'
import type { Mismatch, OrderNote } from '#features/orders/order-note.ts'
import { addNote, resolveNotes } from '#features/orders/order-notes.ts'
import { isNorthernIreland, zoneOf } from '#features/settings/delivery.ts'
import { isPosted } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import type { SessionRecord } from '#platform/payments/provider.ts'

/** A session's refunds, and when the shop first recorded each failed one, by the provider's refund id. */
export type KnownRefunds = {
  record: Pick<SessionRecord, 'refunds' | 'refundedPence' | 'totalPence'>
  failedAt: ReadonlyMap<string, Date>
}

/** Replaces the note about failed refunds by the present one, or resolves it. */
export async function keepRefundNote(tx: Tx, orderId: string, refunds: KnownRefunds): Promise<void> {
  const note = failedRefundNote(refunds)
  await resolveNotes(tx, orderId, { kinds: ['refund_failed'], ...(note && { except: note }) })
  if (note) await addNote(tx, orderId, note)
}

/** The amount of failed refunds that no later refund covers; null where nothing is owed. */
function failedRefundNote({ record, failedAt }: KnownRefunds): OrderNote | null {
  const { refunds, refundedPence, totalPence } = record
  if (refundedPence >= (totalPence ?? 0)) return null
  const failures = refunds.filter(({ status }) => status === 'failed')
  const begun = refunds.map(({ createdAt, amountPence }) => ({ at: Number(createdAt), amountPence: -amountPence }))
  const failed = failures.map(({ id, createdAt, amountPence }) => ({
    // The provider's clock may be ahead of ours: a refund never fails before its creation.
    at: Math.max(Number(createdAt), Number(failedAt.get(id) ?? Infinity)),
    amountPence,
  }))
  const owed = [...begun, ...failed]
    .toSorted((one, other) => one.at - other.at)
    .reduce((sum, { amountPence }) => Math.max(0, sum + amountPence), 0)
  const [last] = failures.toSorted((one, other) => Number(other.createdAt) - Number(one.createdAt))
  const failure = last?.failure?.replaceAll('. ', ', ').trim()
  return owed > 0 ? { kind: 'refund_failed', amountPence: owed, ...(failure && { failure }) } : null
}

/** The terms frozen when the payment page was created. */
export type FrozenTerms = {
  subtotal: Pence
  discount: Pence
  deliverTo: string
  /** Null in an order placed by an earlier version: the countries of its zone. */
  countries: readonly string[] | null
  deliversToNorthernIreland: boolean
  services: { id: string; price: Pounds }[]
}

/**
 * Why a payment does not match its order: another amount, currency or delivery service than the frozen terms. Null
 * where it matches. A mismatch does not make the order paid; the owner reviews it.
 */
export function paymentMismatch(record: SessionRecord, { subtotal, discount, services }: FrozenTerms): Mismatch | null {
  const { currency, subtotalPence, discountPence, deliveryService, totalPence } = record
  const deliveryPence = record.deliveryPence ?? 0
  if (currency !== 'gbp') return { kind: 'paid_in_other_currency', currency }
  if (subtotalPence !== subtotal || discountPence !== discount) {
    const [paidPence, duePence] = [subtotalPence - discountPence, subtotal - discount]
    return { kind: 'goods_differ', paidPence, duePence }
  }
  const service = services.find((candidate) => (isPosted(candidate) ? candidate.id : null) === deliveryService)
  if (!service || parsePounds(service.price) !== deliveryPence) return { kind: 'delivery_not_offered' }
  if (totalPence !== subtotal - discount + deliveryPence) return { kind: 'total_differs' }
  return null
}

/** What the owner should check although the order is paid, or null. */
export function paymentWarning({ customer }: SessionRecord, terms: FrozenTerms): OrderNote | null {
  if (terms.services.length > 0 && !terms.services.some(isPosted)) return null
  if (!customer) return { kind: 'address_missing' }
  const { country, postcode } = customer.address
  const { deliverTo, countries, deliversToNorthernIreland } = terms
  const isOffered = countries?.includes(country) ?? zoneOf(country)?.id === zoneOf(deliverTo)?.id
  if (!isOffered) return { kind: 'address_elsewhere', deliverTo, country }
  return !deliversToNorthernIreland && isNorthernIreland(country, postcode) ? { kind: 'northern_ireland' } : null
}
