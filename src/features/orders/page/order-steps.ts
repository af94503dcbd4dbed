import { formatDay, isoDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { formatShopDate } from '#base/shop-time.ts'
import { type MyLine, type MyOrder, withdrawalOf } from '../account/my-orders.ts'
import { refundUntil, sendBackUntil } from '../links/order-period.ts'
import { isBeforeDispatch } from '../order-state.ts'
import { markOf, type OrderStep, stateOf, stepsOfMoments } from '../order-steps.ts'
import { isPartSent } from '../parcels/parcel.ts'
import type { CustomerReturn } from '../returns/return.ts'

/** What the steps of an order depend on, with what its customer withdrew from. */
export type SteppedOrder = Parameters<typeof stepsOfMoments>[0] &
  Pick<MyOrder, 'providerState' | 'returns' | 'parcels'> & {
    lines: readonly Pick<MyLine, 'quantity' | 'cancelled' | 'withdrawn'>[]
  }

/** From payment to delivery; after a withdrawal from all that is left, to its refund. None for a cancelled order. */
export function stepsOf(order: SteppedOrder, now: Date): OrderStep[] {
  if (order.status === 'cancelled') return []
  const withdrawal = withdrawalOf(order)
  return withdrawal ? stepsBack(order, withdrawal) : stepsOfMoments(order, now)
}

function stepsBack(
  { status, providerState, orderedAt, deliveredAt, parcels }: SteppedOrder,
  { state, requested_at: requestedAt }: CustomerReturn,
): OrderStep[] {
  const withdrawn = {
    name: 'Withdrawn',
    when: formatShopDate(requestedAt),
    mark: markOf(shopDate(new Date(requestedAt))),
  }
  const by = (day: Date | null) => ({ when: day && `by ${formatDay(day)}`, mark: day ? markOf(isoDay(day)) : '' })
  const isRefunded = state === 'refunded'
  if (isBeforeDispatch(status) && !isPartSent({ status, parcels })) {
    const isAhead = !isRefunded && providerState !== 'disputed'
    const refunded = { name: 'Refunded', ...by(isAhead ? refundUntil(requestedAt) : null) }
    return reaching([withdrawn, refunded], isRefunded ? 1 : 0)
  }
  const until = sendBackUntil({ delivered_at: deliveredAt, created_at: orderedAt }, requestedAt)
  const isBack = state !== 'requested'
  const steps = [
    withdrawn,
    { name: 'Sent back', ...by(isBack ? null : until) },
    { name: 'Back with us', when: null, mark: '' },
    { name: 'Refunded', when: isBack ? null : 'within 14 days of getting it back', mark: '' },
  ]
  return reaching(steps, isRefunded ? 3 : isBack ? 2 : 0)
}

function reaching(steps: Omit<OrderStep, 'state'>[], reached: number): OrderStep[] {
  return steps.map((step, index) => ({ ...step, state: stateOf(index, reached, steps.length) }))
}
