import type { OrderStatus } from '#features/orders/order-state.ts'
import type { OrderRow } from '../order.ts'

/**
 * What the owner is asked before a status changes. `cancellation`: the e-mail, and the refund now or later; `parcel`:
 * whether to e-mail the customer although there is no tracking number; `revival`: what reviving a cancelled order means.
 */
type Consequence = 'cancellation' | 'parcel' | 'revival'

const parcels = ['unsent', 'untracked', 'tracked'] as const
/** Whether the parcel has left, and with a tracking number. */
type Parcel = (typeof parcels)[number]

type Rule = Record<'unpaid' | 'paid', Record<Parcel, readonly Consequence[]>>

const always = (...asked: Consequence[]) => ({ unsent: asked, untracked: asked, tracked: asked })
const withoutNumber = (...asked: Consequence[]) => ({
  unsent: [...asked, 'parcel'] as const,
  untracked: [...asked, 'parcel'] as const,
  tracked: asked,
})

const free: Rule = { unpaid: always(), paid: always() }
const ships: Rule = { unpaid: withoutNumber(), paid: withoutNumber() }
const cancels: Rule = { unpaid: always(), paid: always('cancellation') }
const revives: Rule = { unpaid: always('revival'), paid: always('revival') }
const revivesAndShips: Rule = { unpaid: withoutNumber('revival'), paid: withoutNumber('revival') }

/** What each change of status asks, by its present status, its next one, whether it is paid, and its parcel. */
const statusChanges: Record<OrderStatus, Record<OrderStatus, Rule>> = {
  pending: { pending: free, processing: free, shipped: ships, delivered: free, cancelled: cancels },
  processing: { pending: free, processing: free, shipped: ships, delivered: free, cancelled: cancels },
  shipped: { pending: free, processing: free, shipped: free, delivered: free, cancelled: cancels },
  delivered: { pending: free, processing: free, shipped: ships, delivered: free, cancelled: cancels },
  cancelled: {
    pending: revives,
    processing: revives,
    shipped: revivesAndShips,
    delivered: revives,
    cancelled: free,
  },
}

/** What the owner is asked before this order gets the status `to`. */
export function consequencesOf(order: OrderRow, to: OrderStatus | undefined): readonly Consequence[] {
  if (to === undefined) return []
  return statusChanges[order.order_status][to][order.reported_paid ? 'paid' : 'unpaid'][parcelOf(order)]
}

function parcelOf({ tracking_number, shipped_at }: OrderRow): Parcel {
  if (tracking_number !== null) return 'tracked'
  return shipped_at === null ? 'unsent' : 'untracked'
}
