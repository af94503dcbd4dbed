import { shopDate } from '#base/shop-clock.ts'
import { allServices } from '#features/settings/delivery.ts'
import { arriveBy, type ChosenDelivery, transitOfOrder } from '#features/settings/dispatch-and-arrival.ts'
import { shop } from '#shop'
import { isBeforeDispatch, type OrderStatus } from '../order-state.ts'

/** The columns of an order that its arrival counts from. Times are dates or ISO text. */
export type SentOrder = ChosenDelivery & {
  order_status: string
  shipped_at: Date | string | null
  delivered_at: Date | string | null
}

const dayMs = 86_400_000

/** How long the page of an order can be opened after its arrival. */
export const linkDays = 90

/**
 * The day an order reached its customer, as midnight UTC of that calendar day: the day it was delivered, else the
 * latest day its service promises; an unknown service counts as the slowest one. Null before dispatch.
 */
export function arrivalDay({ order_status, shipped_at, delivered_at, ...delivery }: SentOrder): Date | null {
  if (delivered_at) return shopDay(delivered_at)
  if (!shipped_at || isBeforeDispatch(order_status as OrderStatus)) return null
  return arriveBy(shopDay(shipped_at), transitOfOrder(delivery) ?? slowest)
}

/**
 * The last day on which a customer may withdraw, as midnight UTC; null before dispatch, when the period has not begun.
 */
export function withdrawUntil(order: SentOrder): Date | null {
  const arrived = arrivalDay(order)
  return arrived && after(arrived, shop.policies.cancelDays)
}

/**
 * The last day on which the links of an order open its page, as midnight UTC. A cancelled order that was never sent
 * counts from its last change; null while an order is on its way to dispatch.
 */
export function linkEndsOn(order: SentOrder & { updated_at: Date | string }): Date | null {
  const from = arrivalDay(order) ?? (order.order_status === 'cancelled' ? shopDay(order.updated_at) : null)
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

const longest = Math.max(...allServices.map(({ transitDays }) => transitDays.to))
const slowest = { from: longest, to: longest }
