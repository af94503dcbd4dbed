import { allServices } from '#features/settings/delivery.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import { shop } from '#shop'
import { shopDate } from '#ui/time/shop-clock.ts'
import type { OrderStatus } from '../order-state.ts'

/** The facts of an order that the periods after its arrival count from. Times are dates or ISO text. */
export type OrderTimes = {
  status: OrderStatus
  service: string | null
  shippedAt: Date | string | null
  deliveredAt: Date | string | null
  updatedAt: Date | string
}

const dayMs = 86_400_000

/** How long the page of an order can be opened after its arrival. */
export const linkDays = 90

/**
 * The day an order reached its customer, as midnight UTC of that calendar day: the day it was delivered, else the
 * latest day its service promises. Null before dispatch.
 */
export function arrivalDay({
  service,
  shippedAt,
  deliveredAt,
}: Pick<OrderTimes, 'service' | 'shippedAt' | 'deliveredAt'>): Date | null {
  if (deliveredAt) return shopDay(deliveredAt)
  return shippedAt ? arriveBy(shopDay(shippedAt), transitOf(service)) : null
}

/**
 * The last day on which a customer may withdraw, as midnight UTC; null before dispatch, when the period has not begun.
 */
export function withdrawUntil(times: Pick<OrderTimes, 'service' | 'shippedAt' | 'deliveredAt'>): Date | null {
  const arrived = arrivalDay(times)
  return arrived && after(arrived, shop.policies.cancelDays)
}

/**
 * The last day on which the links of an order open its page, as midnight UTC. A cancelled order that was never sent
 * counts from its last change; null while an order is on its way to dispatch.
 */
export function linkEndsOn(times: OrderTimes): Date | null {
  const from = arrivalDay(times) ?? (times.status === 'cancelled' ? shopDay(times.updatedAt) : null)
  return from && after(from, linkDays)
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

const slowest = Math.max(...allServices.map(({ transitDays }) => transitDays.to))

/** A service that is no longer offered counts as the slowest one. */
function transitOf(service: string | null) {
  return allServices.find(({ id }) => id === service)?.transitDays ?? { from: slowest, to: slowest }
}
