import { formatDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { formatShopDate } from '#base/shop-time.ts'
import { type MyOrder, withdrawalOf } from '../account/my-orders.ts'
import { refundUntil, sendBackUntil } from '../links/order-period.ts'
import { isBeforeDispatch } from '../order-state.ts'
import type { CustomerReturn } from '../returns/return.ts'

type Step = { name: string; when: string | null }

/** The steps of an order, and the index of the last that is done. */
export type OrderSteps = { steps: Step[]; reached: number }

/**
 * From payment to delivery; after a withdrawal from all that is left, to its refund. A day that is over and was not kept
 * is left out. Null for a cancelled order.
 */
export function stepsOf(order: MyOrder, now: Date): OrderSteps | null {
  if (order.status === 'cancelled') return null
  const withdrawal = withdrawalOf(order)
  if (withdrawal) return stepsBack(order, withdrawal)
  const { status, readyAt, orderedAt, paidAt, dispatchBy, arriveBy, shippedAt, deliveredAt } = order
  const today = shopDate(now)
  const by = (day: string) => (day < today ? null : `by ${formatDay(new Date(day), new Date(orderedAt))}`)
  const isSent = !isBeforeDispatch(status)
  const isLate = !isSent && dispatchBy < today
  return {
    steps: [
      { name: 'Received', when: formatShopDate(paidAt ?? orderedAt) },
      { name: 'Being made', when: status === 'processing' && readyAt ? 'Ready to post' : null },
      { name: 'On its way', when: isSent ? shippedAt && formatShopDate(shippedAt) : by(dispatchBy) },
      {
        name: 'Delivered',
        when: deliveredAt ? formatShopDate(deliveredAt) : arriveBy && !isLate ? by(arriveBy) : null,
      },
    ],
    reached: { pending: 0, processing: 1, shipped: 2, delivered: 3 }[status],
  }
}

function stepsBack(
  { status, providerState, deliveredAt }: MyOrder,
  { state, requested_at: requestedAt }: CustomerReturn,
): OrderSteps {
  const withdrawn = { name: 'Withdrawn', when: formatShopDate(requestedAt) }
  const isRefunded = state === 'refunded'
  if (isBeforeDispatch(status)) {
    const isAhead = !isRefunded && providerState !== 'disputed'
    const until = isAhead ? `by ${formatDay(refundUntil(requestedAt))}` : null
    return { steps: [withdrawn, { name: 'Refunded', when: until }], reached: isRefunded ? 1 : 0 }
  }
  const until = sendBackUntil({ delivered_at: deliveredAt }, requestedAt)
  const isBack = state !== 'requested'
  return {
    steps: [
      withdrawn,
      { name: 'Sent back', when: until && !isBack ? `by ${formatDay(until)}` : null },
      { name: 'Back with us', when: null },
      { name: 'Refunded', when: isBack ? null : 'within 14 days of getting it back' },
    ],
    reached: isRefunded ? 3 : isBack ? 2 : 0,
  }
}
