import { dayMs } from '#base/day-ms.ts'
import { shopDate } from '#base/shop-clock.ts'
import { listServices } from '#features/settings/delivery.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import { policiesAt } from '#features/settings/policies-at.ts'
import { type ArrivalColumns, arrivalDayOf, isSent } from '../order-dates.ts'

/** The columns of an order that its periods count from. */
export type SentOrder = Omit<ArrivalColumns, 'arrive_by'>

/** Regulation 34 of the Consumer Contracts Regulations 2013. */
const legalRefundDays = 14

/** How long the page of an order can be opened after its arrival, at least. */
export const linkDays = 90

/**
 * The day by which a sent order is with its customer for sure, as midnight UTC of that calendar day: its arrival; an
 * unknown service counts as the slowest one. Null before dispatch.
 */
export function arrivalDay(order: SentOrder): Date | null {
  const { shipped_at, delivered_at } = order
  if (delivered_at === null && !isSent(order)) return null
  const day = arrivalDayOf({ ...order, arrive_by: null })
  if (day !== null) return new Date(day)
  return shipped_at ? arriveBy(shopDay(shipped_at), slowest()) : null
}

/**
 * The last day on which a customer may withdraw, as midnight UTC. Null until the delivery is known: the law counts from
 * the day the parcel reaches the customer, and a day that is assumed could be too early.
 */
export function withdrawUntil({ delivered_at, created_at }: Delivered): Date | null {
  return delivered_at ? after(shopDay(delivered_at), cancelDaysOf(created_at)) : null
}

type Delivered = Pick<SentOrder, 'delivered_at'> & { created_at: Date | string }

/** The days to withdraw from an order, and again to send it back: those that were agreed when it was placed. */
export function cancelDaysOf(orderedAt: Date | string): number {
  return policiesAt(orderedAt).cancelDays
}

/**
 * The last day on which to send back what was declared at `requestedAt`: the law counts from the declaration, and what
 * has not arrived cannot be sent back. Null until the delivery is known.
 */
export function sendBackUntil({ delivered_at, created_at }: Delivered, requestedAt: Date | string): Date | null {
  if (!delivered_at) return null
  const days = [shopDay(delivered_at), shopDay(requestedAt)].map((day) => day.getTime())
  return after(new Date(Math.max(...days)), cancelDaysOf(created_at))
}

/** The last day on which the refund of an order that was not sent is due, as midnight UTC. */
export function refundUntil(requestedAt: Date | string): Date {
  return after(shopDay(requestedAt), legalRefundDays)
}

/**
 * The last day on which the links of an order open its page, as midnight UTC. A cancelled order that was never sent
 * counts from its last change; null while an order is on its way to dispatch.
 */
export function linkEndsOn(order: SentOrder & Delivered & { updated_at: Date | string }): Date | null {
  const from = arrivalDay(order) ?? (order.order_status === 'cancelled' ? shopDay(order.updated_at) : null)
  // The page is where one withdraws.
  return from && after(from, Math.max(linkDays, cancelDaysOf(order.created_at)))
}

/** Whether a day (midnight UTC) is over in shop time. */
export function isOver(day: Date, now: Date): boolean {
  return shopDay(now) > day
}

function after(day: Date, days: number): Date {
  return new Date(day.getTime() + days * dayMs)
}

function shopDay(moment: Date | string): Date {
  return new Date(shopDate(new Date(moment)))
}

function slowest() {
  const longest = Math.max(...listServices().map(({ transitDays }) => transitDays.to))
  return { from: longest, to: longest }
}
