import { formatDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import type { CapacityPreview } from './settings.contract.ts'

/** As the fields have it: an empty number is no limit. */
export type TypedCapacity = { pieces: string; from: string }

/**
 * 'With 10 a week a garment ordered today leaves by Friday 8 January instead of Tuesday 22 December; 7 orders already
 * promised would be late.'
 */
export function capacityAnswer({ before, after }: CapacityPreview, { pieces, from }: TypedCapacity, now: Date): string {
  const rate = pieces.trim() ? `With ${pieces} a week` : 'Without a limit'
  const start = from > shopDate(now) ? ` from ${formatDay(new Date(from), now)}` : ''
  const [was, is] = [before.leaves, after.leaves].map((day) => formatDay(new Date(day), now))
  const day = was === is ? `still leaves by ${is}` : `leaves by ${is} instead of ${was}`
  return `${rate}${start} a garment ordered today ${day}; ${lateText(after.late, before.late)}.`
}

function lateText(count: number, before: number): string {
  if (count === 0) return 'every order already promised can be kept'
  const late = `${count === 1 ? '1 order' : `${count} orders`} already promised would be late`
  if (before === 0) return late
  return count === before ? `${late}, as now` : `${late} instead of ${before} now`
}
