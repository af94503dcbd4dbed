import { formatPence, penceFromPounds } from '#base/money.ts'
import { countryName } from '#base/names.ts'
import { formatOrderTime } from '#base/shop-time.ts'
import { holdsMoney } from '#features/orders/order-state.ts'
import { listServices } from '#features/settings/delivery.ts'
import { collected, together } from '#features/settings/without-parcel.ts'
import type { Wire } from '#platform/http/contract.ts'
import type {
  OrderDetails as DetailsResponse,
  OrderLine as KeptLine,
  OrderRow as KeptRow,
} from './api/order-details.ts'
import { isInView, waitingPlaces } from './api/order-views.ts'

/** An order as the table shows it: the columns of `pre_orders`. Times ISO, days 'YYYY-MM-DD'. */
export type OrderRow = Wire<KeptRow>
export type OrderLine = Wire<KeptLine>

/** GET order-details. The timeline begins with the latest entry. */
export type OrderDetails = Wire<DetailsResponse>
export type OrderInDetail = OrderDetails['order']
export type TimelineEntry = OrderDetails['timeline'][number]

/** Whether the order still has to ship, so that its dispatch day matters. */
export function isAwaited({ order_view }: OrderRow): boolean {
  return waitingPlaces.includes(order_view)
}

/** `today`: the day in shop time. */
export function isLate(order: OrderRow, today: string): boolean {
  return isInView(order, 'late', today)
}

/** Set to paid by an administrator, without a payment at the provider. */
export function isPaidByHand({ payment_status, paid_at }: OrderRow): boolean {
  return payment_status === 'paid' && paid_at === null
}

/** Whether its money needs a decision: a refund is owed or failed, a dispute, or a review note. */
export function needsMoneyDecision(order: OrderRow): boolean {
  return owesRefund(order) || order.provider_state === 'disputed' || (order.review_notes?.length ?? 0) > 0
}

/** Whether it is cancelled without a full refund. */
export function owesRefund({
  order_status,
  paid_at,
  provider_state,
  final_amount,
  refunded_amount,
}: OrderRow): boolean {
  const isKept = penceFromPounds(refunded_amount) < penceFromPounds(final_amount)
  return order_status === 'cancelled' && paid_at !== null && holdsMoney(provider_state) && isKept
}

const states: Record<string, string> = {
  creating: 'Not paid yet',
  open: 'The payment page is open',
  expired: 'The payment page has expired',
  failed: 'The payment failed',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed by the customer’s bank',
}

/** A short label for the provider's payment state. */
export function paymentLabel({ provider_state, payment_status, paid_at }: OrderRow): string {
  if (payment_status === 'paid' && !paid_at) return 'Marked as paid by hand'
  return states[provider_state] ?? provider_state
}

/** The label of a refund: 'Refunded', or '£10.00 refunded'; null where there is none. */
export function refundedLabel({ provider_state, refunded_amount }: OrderRow): string | null {
  if (provider_state === 'refunded') return 'Refunded'
  const refunded = penceFromPounds(refunded_amount)
  return refunded > 0 ? `${formatPence(refunded)} refunded` : null
}

/**
 * Updates the shown rows in their places, so that no row moves during a press. `added`: how many read rows are not
 * shown yet; `missing`: the ids of shown rows that were not read.
 */
export function mergeOrders(shown: readonly OrderRow[], read: readonly OrderRow[]) {
  const byId = new Map(read.map((order) => [order.id, order]))
  const known = new Set(shown.map(({ id }) => id))
  return {
    orders: shown.map((order) => newer(order, byId.get(order.id))),
    added: read.filter(({ id }) => !known.has(id)).length,
    missing: shown.filter(({ id }) => !byId.has(id)).map(({ id }) => id),
  }
}

/** The row with the later version. Fields that a response lacks are kept. */
export function newer(shown: OrderRow, read: OrderRow | undefined): OrderRow {
  return read && read.version >= shown.version ? { ...shown, ...read } : shown
}

/**
 * 'Royal Mail Tracked 24'; the id of a service that is no longer offered; null where none is chosen yet, and for what was
 * added to another order.
 */
export function nameOfService(id: string | null): string | null {
  if (id === null || id === together.id) return null
  return [...listServices(), collected].find((service) => service.id === id)?.label ?? id
}

/** The state of an order's payment link: 'Link open until 4 Dec, 14:00'; null without one. */
export function linkLabel({ link }: OrderRow): string | null {
  if (!link) return null
  const at = formatOrderTime(link.ends_at)
  return { open: `Link open until ${at}`, paid: 'Paid by link', ended: 'Link ended', expired: `Link expired ${at}` }[
    link.state
  ]
}

/** How an order shares its parcel: 'With TKW-2 in this parcel'; null where it does not. */
export function parcelLabel({ added_numbers: added = [], parcel_of: first }: OrderRow): string | null {
  if (first) return `In the parcel of ${first}`
  return added.length === 0 ? null : `With ${new Intl.ListFormat('en-GB').format(added)} in this parcel`
}

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
