import { isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { dispatchAllBy, type ProductionTerms } from '#features/settings/dispatch-and-arrival.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'

/**
 * The dispatch day of a cart as one parcel, 'YYYY-MM-DD', and where some lines leave much sooner in an order of their
 * own, their positions and the day of that order.
 */
export type CartDays = { leaves: string; sooner: { lines: number[]; leaves: string } | null }

/** A smaller gain is not worth a second parcel. */
const leastGainDays = 5

/** The days of a cart ordered at a moment; its lines have the work of all their pieces. Throws RangeError without lines. */
export function cartDays(lines: readonly ProductionTerms[], orderedAt: Date, time: WorkingTime): CartDays {
  const leaves = dispatchAllBy(orderedAt, lines, time)
  const alone = lines.map((line) => dispatchAllBy(orderedAt, [line], time).getTime())
  const soonest = Math.min(...alone)
  const soon = [...lines.keys()].filter((index) => (alone[index] ?? 0) - soonest < leastGainDays * dayMs)
  const first = dispatchAllBy(
    orderedAt,
    lines.filter((_, index) => soon.includes(index)),
    time,
  )
  const isWorthIt = soon.length < lines.length && first < leaves
  return { leaves: isoDay(leaves), sooner: isWorthIt ? { lines: soon, leaves: isoDay(first) } : null }
}
