import { shop } from '#shop'
import { dayMs } from './day-ms.ts'

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: shop.timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A moment on the shop's clock, in the form of a datetime-local field: '2026-12-05T18:00'. */
export function toShopClock(moment: Date): string {
  return parts.format(moment).replace(' ', 'T')
}

/**
 * The moment at which the shop's clock shows this time ('2026-12-05T18:00'): the first of two when summer time ends.
 * Null for other text, and for the hour that is skipped when summer time begins.
 */
export function fromShopClock(shown: string): Date | null {
  const asIfUtc = Date.parse(`${shown}Z`)
  if (!Number.isFinite(asIfUtc)) return null
  // The clock's offset from UTC a day before and a day after: one of the two applies.
  const moments = [-dayMs, dayMs].map((aside) => {
    const near = new Date(asIfUtc + aside)
    return new Date(asIfUtc - (Date.parse(`${toShopClock(near)}Z`) - near.getTime()))
  })
  const fitting = moments.filter((moment) => toShopClock(moment) === shown.slice(0, 16))
  return fitting.sort((a, b) => a.getTime() - b.getTime())[0] ?? null
}

/** Today on the shop's clock: '2026-12-05'. */
export function shopDate(now: Date): string {
  return toShopClock(now).slice(0, 10)
}
