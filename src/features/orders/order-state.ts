import type { DisputeRecord, SessionRecord } from '#platform/payments/provider.ts'

/** The steps of an order's work, with their names for the owner. */
export const orderStatuses = [
  { id: 'pending', name: 'Pending' },
  { id: 'processing', name: 'Processing' },
  { id: 'shipped', name: 'Shipped' },
  { id: 'delivered', name: 'Delivered' },
  { id: 'cancelled', name: 'Cancelled' },
] as const
export type OrderStatus = (typeof orderStatuses)[number]['id']

const statusesBeforeDispatch = ['pending', 'processing'] as const satisfies readonly OrderStatus[]

/** Whether an order of this status still has to be made or sent, so that it can be cancelled or delayed. */
export function isBeforeDispatch(status: OrderStatus): boolean {
  return statusesBeforeDispatch.some((each) => each === status)
}

export const paymentStatuses = [
  { id: 'pending', name: 'Pending' },
  { id: 'paid', name: 'Paid' },
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]['id']

/** The provider's state of an order's payment. It only advances until `paid`; later states may go back. */
export type ProviderState =
  | 'creating'
  | 'open'
  | 'expired'
  | 'failed'
  | 'paid'
  | 'partly_refunded'
  | 'disputed'
  | 'refunded'

const unpaid: readonly ProviderState[] = ['creating', 'open', 'expired', 'failed']

/**
 * The stored state of a payment. `readAt`: the time of the request to the provider, by the database's clock; null
 * before `paid`.
 */
export type KnownPayment = { state: ProviderState; refundedPence: number; readAt: string | null }

/** The provider's response to a request sent at `askedAt`, in the same form as `readAt`. */
export type PaymentUpdate = { reported: ProviderState; refundedPence: number; askedAt: string }

/** `paid`: the order becomes paid; `paid-details`: a paid order changes; `unpaid-state`: an unpaid order advances. */
export type UpdateKind = 'paid' | 'paid-details' | 'unpaid-state' | 'none'

/** Whether the payment arrived, also where it was refunded or disputed later. */
export function isPaid(state: ProviderState): boolean {
  return !unpaid.includes(state)
}

/** Whether the shop has money of the payment that no bank disputes. */
export function holdsMoney(state: ProviderState): boolean {
  return state === 'paid' || state === 'partly_refunded'
}

/** Whether nothing of an order is made or sent: it is cancelled, or refunded in full. */
export function isCalledOff({ status, providerState }: { status: OrderStatus; providerState: ProviderState }): boolean {
  return status === 'cancelled' || providerState === 'refunded'
}

/** The payment state of a provider's session. A completed session that is not paid yet is still `open`. */
export function stateOf(record: SessionRecord): ProviderState {
  const { status, paymentStatus } = record
  if (paymentStatus === 'paid' || (paymentStatus === 'no_payment_required' && status === 'complete')) {
    return stateOfPaid(record)
  }
  if (status === 'expired') return 'expired'
  return paymentStatus === 'failed' ? 'failed' : 'open'
}

/** An open or lost dispute takes precedence over the shop's own refunds. */
function stateOfPaid({ totalPence, refundedPence, disputes }: SessionRecord): ProviderState {
  if (disputes.some(isAgainstUs)) return 'disputed'
  if (refundedPence === 0) return 'paid'
  return refundedPence >= (totalPence ?? 0) ? 'refunded' : 'partly_refunded'
}

function isAgainstUs({ status }: DisputeRecord): boolean {
  return status !== 'won' && status !== 'closed'
}

/**
 * Applies an update, which may arrive in any order and more than once. A payment that arrived stays paid. Refunds fail
 * and disputes are won, so paid states change in both directions: the response to the later request wins.
 */
export function applyPaymentUpdate(
  known: KnownPayment,
  { reported, refundedPence, askedAt }: PaymentUpdate,
): KnownPayment & { kind: UpdateKind } {
  const unchanged = { ...known, kind: 'none' } as const
  if (isPaid(reported)) {
    const next = { state: reported, refundedPence, readAt: askedAt }
    if (!isPaid(known.state)) return { ...next, kind: 'paid' }
    return known.readAt === null || askedAt > known.readAt ? { ...next, kind: 'paid-details' } : unchanged
  }
  if (isPaid(known.state) || rank(reported) <= rank(known.state)) return unchanged
  return { ...known, state: reported, kind: 'unpaid-state' }
}

function rank(state: ProviderState): number {
  return unpaid.indexOf(state)
}
