import { dayMs } from '#base/day-ms.ts'
import type { Day } from './bank-holidays.ts'

/**
 * From this day on ('YYYY-MM-DD') the owner makes this many pieces a week; null: as many as are ordered. The days
 * before the first entry have no limit either.
 */
export type Capacity = { from: string; pieces: number | null }

/** Work is counted in whole hundredths of a piece: most garments are one piece, a scarf may be half of one. */
export const onePiece = 100

/** Work that is promised for a day and not made yet. */
export type PromisedWork = { day: string; work: number }

/**
 * The work that can still be promised for each working day from tomorrow to the last promised one, ascending; after it
 * `daily` more for each working day, null without a limit.
 */
export type FreeWork = { days: readonly PromisedWork[]; daily: number | null }

/** The first working day, from `earliest` on, for which this much work can be promised beside all that is promised. */
export type FreeDay = (wanted: { earliest: Day; work: number }) => Day

/** What decides on which days work is done. */
export type Calendar = { today: Day; isWorkingDay: (day: Day) => boolean }

/** A day off or a bank holiday takes its fifth from the week. */
const workingDaysOfWeek = 5

/**
 * How much can be promised for each day so that every promise already given is kept too. The pieces are made in the
 * order of their days, which is the best order for one pair of hands: all promises are kept if, for every day, the work
 * due by it fits into the capacity from tomorrow to it. So a day has room for what all days after it have room for.
 */
export function listFreeWork(
  capacity: readonly Capacity[],
  promised: readonly PromisedWork[],
  { today, isWorkingDay }: Calendar,
): FreeWork {
  const dailyWork = dailyWorkOf(capacity)
  const due = new Map<Day, number>()
  for (const { day, work } of promised) due.set(dayNumber(day), (due.get(dayNumber(day)) ?? 0) + work)
  const last = Math.max(today + 1, ...due.keys(), ...capacity.map(({ from }) => dayNumber(from)))
  /** The capacity up to a day, less the work due by it. */
  let spare = 0
  for (const [day, work] of due) if (day <= today) spare -= work
  const days: { day: Day; isWorking: boolean; spare: number | null }[] = []
  for (let day = today + 1; day <= last || !days.at(-1)?.isWorking; day += 1) {
    const daily = dailyWork(day)
    const isWorking = isWorkingDay(day)
    // What is due before a limit begins is made before it.
    spare = daily === null ? 0 : spare + (isWorking ? daily : 0) - (due.get(day) ?? 0)
    days.push({ day, isWorking, spare: daily === null ? null : spare })
  }
  const free: PromisedWork[] = []
  let least = Number.MAX_SAFE_INTEGER
  for (const { day, isWorking, spare } of days.reverse()) {
    least = spare === null ? Number.MAX_SAFE_INTEGER : Math.min(least, spare)
    if (isWorking) free.push({ day: dayText(day), work: least })
  }
  return { days: free.reverse(), daily: dailyWork(days[0]?.day ?? last) }
}

/** The first working day, from `earliest` on, for which this much work can be promised. */
export function firstFreeDay(
  { earliest, work }: { earliest: Day; work: number },
  { days, daily }: FreeWork,
  isWorkingDay: (day: Day) => boolean,
): Day {
  const from = dayText(earliest)
  const found = days.find((free) => free.day >= from && free.work >= work)
  if (found) return dayNumber(found.day)
  const last = days.at(-1)
  let spare = last?.work ?? 0
  for (let day = last ? dayNumber(last.day) + 1 : earliest; ; day += 1) {
    if (!isWorkingDay(day)) continue
    spare += daily ?? 0
    if (day >= earliest && (daily === null || spare >= work)) return day
  }
}

/**
 * The orders that cannot all be kept, of orders ascending by day and by when they were placed: those whose work, with
 * all that is due before it, exceeds the capacity from today to their day. Today counts: its work is not done yet.
 */
export function listLate<Order extends PromisedWork>(
  orders: readonly Order[],
  capacity: readonly Capacity[],
  { today, isWorkingDay }: Calendar,
): Order[] {
  const dailyWork = dailyWorkOf(capacity)
  let spare = 0
  let reached = today - 1
  return orders.filter(({ day, work }) => {
    const due = dayNumber(day)
    while (reached < due) {
      reached += 1
      const daily = dailyWork(reached)
      if (daily === null) spare = 0
      else if (isWorkingDay(reached)) spare += daily
    }
    if (due >= today && dailyWork(due) === null) return false
    spare -= work
    return spare < 0
  })
}

/** The pieces a week in force on a day; null without a limit. */
export function capacityOn(capacity: readonly Capacity[], day: string): number | null {
  return capacity.filter(({ from }) => from <= day).at(-1)?.pieces ?? null
}

/** The work of a working day; null without a limit. */
function dailyWorkOf(capacity: readonly Capacity[]): (day: Day) => number | null {
  const steps = capacity.map(({ from, pieces }) => ({ from: dayNumber(from), pieces }))
  return (day) => {
    const pieces = steps.filter(({ from }) => from <= day).at(-1)?.pieces ?? null
    return pieces === null ? null : (pieces * onePiece) / workingDaysOfWeek
  }
}

function dayNumber(text: string): Day {
  return Date.parse(text) / dayMs
}

function dayText(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}
