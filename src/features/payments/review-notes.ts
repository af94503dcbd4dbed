import { formatPence, type Pence, parsePounds, pence } from '#base/money.ts'
import { isNorthernIreland, zoneOf } from '#features/settings/delivery.ts'
import type { SessionRecord } from '#platform/payments/provider.ts'

// Why the owner must review an order: notes in one text, each removed with its cause.
const separator = '. '

const refundFailed = 'A refund failed: '

/**
 * The note of a fraud warning. The customer may read it, so it names no suspicion. A trigger removes it after dispatch.
 */
export const fraudNote = 'Look at this payment before sending'

/** Adds a note unless the text has it already. */
export function withNote(text: string | null, note: string | null): string | null {
  const notes = notesIn(text)
  return note === null || notes.includes(note) ? text : [...notes, note].join(separator)
}

/** Removes a note; null where none is left. */
export function withoutNote(text: string | null, note: string): string | null {
  return (
    notesIn(text)
      .filter((other) => other !== note)
      .join(separator) || null
  )
}

/** A session's refunds, and when the shop first recorded each failed one, by the provider's refund id. */
export type KnownRefunds = {
  record: Pick<SessionRecord, 'refunds' | 'refundedPence' | 'totalPence'>
  failedAt: ReadonlyMap<string, Date>
}

/** Replaces the note about failed refunds by the present one, or removes it. */
export function withRefundNote(text: string | null, refunds: KnownRefunds): string | null {
  const note = failedRefundNote(refunds)
  const outdated = notesIn(text).filter((other) => other.startsWith(refundFailed) && other !== note)
  return withNote(outdated.reduce(withoutNote, text), note)
}

/** The amount of failed refunds that no later refund covers; null where nothing is owed. */
function failedRefundNote({ record, failedAt }: KnownRefunds): string | null {
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
  const why = last?.failure?.replaceAll(separator, ', ').trim()
  return owed > 0 ? `${refundFailed}${formatPence(pence(owed))}${why ? ` (${why})` : ''}` : null
}

/** The terms frozen when the payment page was created. */
export type FrozenTerms = {
  subtotal: Pence
  discount: Pence
  deliverTo: string
  /** Null in an order placed by an earlier version: the countries of its zone. */
  countries: readonly string[] | null
  deliversToNorthernIreland: boolean
  services: { id: string; price: number }[]
}

/**
 * Why a payment does not match its order: another amount, currency or delivery service than the frozen terms. Null
 * where it matches. A mismatch does not make the order paid; the owner reviews it.
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
export function paymentWarning({ customer }: SessionRecord, terms: FrozenTerms): string | null {
  if (!customer) return 'Paid without a name and an address'
  const { country, postcode } = customer.address
  const { deliverTo, countries, deliversToNorthernIreland } = terms
  const isOffered = countries?.includes(country) ?? zoneOf(country)?.id === zoneOf(deliverTo)?.id
  if (!isOffered) return `Paid delivery to ${deliverTo}, but the address is in ${country}`
  if (!deliversToNorthernIreland && isNorthernIreland(country, postcode)) {
    return 'The address is in Northern Ireland, and the shop names no responsible person there or in the EU'
  }
  return null
}

function notesIn(text: string | null): string[] {
  return text ? text.split(separator) : []
}
