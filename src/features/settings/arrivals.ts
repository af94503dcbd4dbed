import { formatDay } from '#base/calendar-day.ts'
import type { Zone } from '#shop'
import { arriveBy } from './dispatch-and-arrival.ts'

/** A service and the day a parcel arrives by it: 'Wednesday 9 December'. */
export type ServiceArrival = { id: string; label: string; day: string }

/** The arrivals of each zone's services, by the zone's id. */
export type Arrivals = Record<string, ServiceArrival[]>

/** The arrival days of a parcel dispatched by `leaves`, for every zone: a browser picks the visitor's. */
export function describeArrivals(zones: readonly Zone[], leaves: Date, now: Date): Arrivals {
  return Object.fromEntries(
    zones.map(({ id, services }) => [
      id,
      services.map((service) => ({
        id: service.id,
        label: service.label,
        day: formatDay(arriveBy(leaves, service.transitDays), now),
      })),
    ]),
  )
}
