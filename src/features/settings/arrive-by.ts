import { type DeliveryRate, shop, type TransitDays } from '#shop'
import { isWorkingDay } from './bank-holidays.ts'

const dayMs = 86_400_000

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

/** The columns of an order that its arrival depends on. `delivery_options`: as frozen when the payment page was made. */
type ChosenDelivery = { delivery_options: unknown; delivery_service: string | null }

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
  const services = [...frozen, ...shop.zones.flatMap((zone) => zone.services)]
  return services.find((service) => service.id === id && service.transitDays)?.transitDays ?? null
}

/** The arrival day of an order dispatched by this day, both 'YYYY-MM-DD'; null where its transit days are unknown. */
export function arrivalOfOrder(dispatchDay: string, delivery: ChosenDelivery): string | null {
  const transit = transitOfOrder(delivery)
  return transit && arriveBy(new Date(dispatchDay), transit).toISOString().slice(0, 10)
}
