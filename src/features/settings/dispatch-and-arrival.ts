import { formatDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { shopDate } from '#base/shop-clock.ts'
import type { DeliveryRate, TransitDays, Zone } from '#shop-defaults'
import { type Day, isWorkingDay } from './bank-holidays.ts'
import { type FreeDay, firstFreeDay, listFreeWork, onePiece, type PromisedWork } from './capacity.ts'
import { listServices } from './delivery.ts'
import type { ShopSettings, WorkingTime } from './shop-settings.ts'

/**
 * The production terms of a garment: working days (default: the shop's), the end of its pre-order, if it has one, and
 * its work in hundredths of a piece (default: one piece).
 */
export type ProductionTerms = {
  productionDays?: number | null
  preorderEndsAt?: Date | string | null
  work?: number
}

/**
 * The dispatch day of a garment, as midnight UTC of that calendar day. Working days of England and Wales, without the
 * shop's days off, count in shop time from the day after the order, or from the day after the pre-order's end where
 * that is later. With a capacity it is the first such day for which the work can be promised. `time`: the shop's
 * current settings.
 */
export function dispatchBy({ orderedAt, ...terms }: { orderedAt: Date } & ProductionTerms, time: WorkingTime): Date {
  return dispatchAllBy(orderedAt, [terms], time)
}

/** The dispatch day of a cart, which ships in one parcel: that of its latest line. Throws RangeError without lines. */
export function dispatchAllBy(orderedAt: Date, lines: readonly ProductionTerms[], time: WorkingTime): Date {
  if (lines.length === 0) throw new RangeError('Nothing to dispatch')
  return new Date(Math.max(...dispatchEachBy(orderedAt, lines, time).map(Number)))
}

/**
 * The dispatch day of each line of a cart. With a capacity that of a line has room for all lines which are made before
 * it, so that the latest day has room for the whole cart.
 */
export function dispatchEachBy(orderedAt: Date, lines: readonly ProductionTerms[], time: WorkingTime): Date[] {
  const made = lines.map((line) => madeBy({ orderedAt, ...line }, time))
  const { freeDay } = time
  if (!freeDay) return made.map(toDate)
  const leaves = [...made]
  let sum = 0
  for (const [index, earliest] of [...made.entries()].sort(([, one], [, other]) => one - other)) {
    const work = lines[index]?.work ?? onePiece
    sum += work
    // Fabric samples are no work.
    if (work > 0) leaves[index] = freeDay({ earliest, work: sum })
  }
  return leaves.map(toDate)
}

/**
 * The days that can be promised beside `promised`, which may be several entries a day, from the day after `now` on. Null
 * without a capacity.
 */
export function freeDayOf(
  { capacity, daysOff }: Pick<ShopSettings, 'capacity' | 'daysOff'>,
  { promised, now }: { promised: readonly PromisedWork[]; now: Date },
): FreeDay | null {
  if (capacity.length === 0) return null
  const isWorkingDay = isDayOfWork({ daysOff })
  const free = listFreeWork(capacity, promised, { today: shopDay(now), isWorkingDay })
  return (wanted) => firstFreeDay(wanted, free, isWorkingDay)
}

/** Whether work is done on a day: on working days that are not the shop's days off. */
export function isDayOfWork(time: Pick<WorkingTime, 'daysOff'>): (day: Day) => boolean {
  const daysOff = daysOffOf(time)
  return (day) => isWorkingDay(day) && !daysOff.has(day)
}

/** The day by which a garment is made where nothing else waits. */
function madeBy(
  { orderedAt, productionDays, preorderEndsAt }: { orderedAt: Date } & ProductionTerms,
  time: WorkingTime,
) {
  const closes = preorderEndsAt ? new Date(preorderEndsAt) : orderedAt
  const isWorked = isDayOfWork(time)
  let day = shopDay(closes > orderedAt ? closes : orderedAt)
  for (let left = productionDays ?? time.productionDays; left > 0; ) {
    day += 1
    if (isWorked(day)) left -= 1
  }
  return day
}

/**
 * The most working days from an order to its dispatch, for shopping channels, which know no days off: the production
 * days, or more where the week is full.
 */
export function handlingDays(
  { orderedAt, ...terms }: { orderedAt: Date } & ProductionTerms,
  time: WorkingTime,
): number {
  const production = terms.productionDays ?? time.productionDays
  if (!time.freeDay) return production
  const leaves = dispatchBy({ orderedAt, ...terms, preorderEndsAt: null }, time).getTime() / dayMs
  let count = 0
  for (let day = shopDay(orderedAt) + 1; day <= leaves; day += 1) if (isWorkingDay(day)) count += 1
  return Math.max(production, count)
}

function toDate(day: Day): Date {
  return new Date(day * dayMs)
}

const known = new WeakMap<readonly string[], ReadonlySet<Day>>()

/** The shop's days off as a set of days, cached for each settings object. */
function daysOffOf({ daysOff }: Pick<WorkingTime, 'daysOff'>): ReadonlySet<Day> {
  const before = known.get(daysOff)
  if (before) return before
  const days = new Set(daysOff.map((day) => Date.parse(day) / dayMs))
  known.set(daysOff, days)
  return days
}

/** The calendar day of a moment in shop time. */
export function shopDay(moment: Date): Day {
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
 * The transit days of an order's delivery service: those frozen with the order, or of today for an order without
 * any. Null before a service is chosen, and for one that is no longer offered.
 */
export function transitOfOrder({
  delivery_options: options,
  delivery_service: id,
}: ChosenDelivery): TransitDays | null {
  if (id === null) return null
  const frozen = Array.isArray(options) ? (options as Partial<DeliveryRate>[]) : []
  const services = [...frozen, ...listServices()]
  return services.find((service) => service.id === id && service.transitDays)?.transitDays ?? null
}

/** The arrival day of an order dispatched by this day, both 'YYYY-MM-DD'; null where its transit days are unknown. */
export function arrivalOfOrder(dispatchDay: string, delivery: ChosenDelivery): string | null {
  const transit = transitOfOrder(delivery)
  return transit && arriveBy(new Date(dispatchDay), transit).toISOString().slice(0, 10)
}

/** A service and the day a parcel arrives by it: 'Wednesday 9 December'. */
type ServiceArrival = { id: string; label: string; day: string }

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

/** A single day is not announced. */
const minAnnouncedDays = 2

/**
 * 'from Monday 14 December to Monday 4 January': the first closure of two working days or more that ends after `now`
 * and delays an order; else null. `leaves`: as returned by `dispatchBy`.
 */
export function closureLabel(
  { daysOff }: Pick<WorkingTime, 'daysOff'>,
  { now, leaves }: { now: Date; leaves: Date },
): string | null {
  const holiday = joinDaysOff(daysOff).find(({ from, until, working }) => {
    return until * dayMs >= now.getTime() && from * dayMs < leaves.getTime() && working >= minAnnouncedDays
  })
  return holiday ? `from ${dayLabel(holiday.from, now)} to ${dayLabel(holiday.until, now)}` : null
}

type DaysOffStretch = { from: Day; until: Day; working: number }

/** Consecutive days off, joined across weekends and bank holidays. */
function joinDaysOff(daysOff: readonly string[]): DaysOffStretch[] {
  const found: DaysOffStretch[] = []
  for (const text of daysOff) {
    const day = Date.parse(text) / dayMs
    const last = found.at(-1)
    const works = isWorkingDay(day) ? 1 : 0
    if (last && !worksBetween(last.until, day)) Object.assign(last, { until: day, working: last.working + works })
    else found.push({ from: day, until: day, working: works })
  }
  return found
}

function worksBetween(one: Day, other: Day): boolean {
  for (let day = one + 1; day < other; day += 1) if (isWorkingDay(day)) return true
  return false
}

function dayLabel(day: Day, now: Date): string {
  return formatDay(new Date(day * dayMs), now)
}
