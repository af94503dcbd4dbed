import { shopDate } from '#base/shop-clock.ts'
import type { DeliveryRate, TransitDays } from '#shop'
import { type Day, isWorkingDay } from './bank-holidays.ts'
import { allServices } from './delivery.ts'
import type { WorkingTime } from './shop-settings.ts'

const dayMs = 86_400_000

/**
 * The production terms of a garment: working days (default: the shop's), and the end of its pre-order, if it has one.
 */
export type ProductionTerms = { productionDays?: number | null; preorderEndsAt?: Date | string | null }

/**
 * The dispatch day of a garment, as midnight UTC of that calendar day. Working days of England and Wales, without the
 * shop's days off, count in shop time from the day after the order, or from the day after the pre-order's end where
 * that is later. `time`: the shop's current settings.
 */
export function dispatchBy(
  { orderedAt, productionDays, preorderEndsAt }: { orderedAt: Date } & ProductionTerms,
  time: WorkingTime,
): Date {
  const closes = preorderEndsAt ? new Date(preorderEndsAt) : orderedAt
  const daysOff = daysOffOf(time)
  let day = shopDay(closes > orderedAt ? closes : orderedAt)
  for (let left = productionDays ?? time.productionDays; left > 0; ) {
    day += 1
    if (isWorkingDay(day) && !daysOff.has(day)) left -= 1
  }
  return new Date(day * dayMs)
}

/** The dispatch day of a cart, which ships in one parcel: that of its latest line. Throws RangeError without lines. */
export function dispatchAllBy(orderedAt: Date, lines: readonly ProductionTerms[], time: WorkingTime): Date {
  if (lines.length === 0) throw new RangeError('Nothing to dispatch')
  return new Date(Math.max(...lines.map((line) => dispatchBy({ orderedAt, ...line }, time).getTime())))
}

const known = new WeakMap<readonly string[], ReadonlySet<Day>>()

/** The shop's days off as a set of days, cached for each settings object. */
function daysOffOf({ daysOff }: WorkingTime): ReadonlySet<Day> {
  const before = known.get(daysOff)
  if (before) return before
  const days = new Set(daysOff.map((day) => Date.parse(day) / dayMs))
  known.set(daysOff, days)
  return days
}

/** The calendar day of a moment in shop time. */
function shopDay(moment: Date): Day {
  return Date.parse(shopDate(moment)) / dayMs
}

/**
 * The day a parcel arrives at the latest, as midnight UTC of that calendar day: the dispatch day (midnight UTC, as
 * `dispatchBy()` returns it) and the service's longest transit. Transit counts working days of England and Wales, the
 * shop's days off included, since the carrier works on them. The destination's own holidays are not counted.
 */
export function arriveBy(dispatchBy: Date, { to }: TransitDays): Date {
  let day = Math.floor(dispatchBy.getTime() / dayMs)
  for (let left = to; left > 0; ) {
    day += 1
    if (isWorkingDay(day)) left -= 1
  }
  return new Date(day * dayMs)
}

/**
 * The columns of an order that its arrival depends on. `delivery_options`: as frozen when the payment page was made.
 */
export type ChosenDelivery = { delivery_options: unknown; delivery_service: string | null }

/**
 * The transit days of an order's delivery service: those frozen with the order, or of the configuration for an order
 * without any. Null before a service is chosen, and for one that is no longer offered.
 */
export function transitOfOrder({
  delivery_options: options,
  delivery_service: id,
}: ChosenDelivery): TransitDays | null {
  if (id === null) return null
  const frozen = Array.isArray(options) ? (options as Partial<DeliveryRate>[]) : []
  const services = [...frozen, ...allServices]
  return services.find((service) => service.id === id && service.transitDays)?.transitDays ?? null
}

/** The arrival day of an order dispatched by this day, both 'YYYY-MM-DD'; null where its transit days are unknown. */
export function arrivalOfOrder(dispatchDay: string, delivery: ChosenDelivery): string | null {
  const transit = transitOfOrder(delivery)
  return transit && arriveBy(new Date(dispatchDay), transit).toISOString().slice(0, 10)
}
