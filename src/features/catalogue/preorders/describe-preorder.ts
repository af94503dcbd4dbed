import { formatDay, isFarOff } from '#base/calendar-day.ts'
import { shopDate, toShopClock } from '#base/shop-clock.ts'
import { formatShopClock } from '#base/shop-time.ts'
import type { Product } from '#features/catalogue/product.ts'
import { type ProductSummary, summarise } from '#features/catalogue/product-summary.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { orderedFrom, type SellingSettings } from '#features/settings/selling.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'
import {
  daysLeft,
  formatDeadline,
  isPreorderLive,
  preorderReasonLabel,
  preorderReasonText,
  priceNow,
} from './preorder.ts'

/** A live pre-order. full: no place is left. dispatched: formatted in shop time. */
export type Preorder = ProductSummary & {
  full: boolean
  /** Why to pre-order; null without a reason, or while it is full. */
  reason: string | null
  description: string
  end: DescribedEnd
  dispatched: string
}

/** Describes live pre-orders for pages: first those with places, then the full ones, listed by id. */
export function describePreorders(
  live: readonly Product[],
  { now, full }: { now: Date; full: ReadonlySet<string> },
  settings: WorkingTime & SellingSettings,
): Preorder[] {
  const described = live.map((product) => describePreorder(product, full.has(product.id), now, settings))
  return [...described.filter((each) => !each.full), ...described.filter((each) => each.full)]
}

function describePreorder(
  product: Product,
  full: boolean,
  now: Date,
  settings: WorkingTime & SellingSettings,
): Preorder {
  const priced = priceNow(product, now)
  const endsAt = new Date(product.preorderEndsAt ?? now)
  const orderedAt = orderedFrom(settings, now)
  const leaves = dispatchBy({ orderedAt, productionDays: product.productionDays, preorderEndsAt: endsAt }, settings)
  return {
    ...summarise(priced, { days: daysLeft(endsAt, now), isFull: full, reason: null }),
    full,
    reason: full ? null : preorderReasonText(priced),
    description: product.description,
    end: describeEnd(endsAt, now),
    dispatched: formatDay(leaves, now),
  }
}

const dayMs = 86_400_000
/** The hours of the shop's clock before this belong to the night that began the evening before. */
const nightEnds = 5
const daysNamedAlone = 6

/** The end of a pre-order. `at`: ISO 8601; `words`: 'Saturday evening'; `exact`: 'Saturday 5 December, 18:00'. */
export type DescribedEnd = { at: string; words: string; exact: string }

/**
 * The end of a pre-order in shop time, for a page rendered at `now` and shown until midnight at most. Rounded to the
 * part of a day: 'tomorrow evening', 'Saturday evening', 'Saturday evening, 5 December' from a week on. On its last day
 * the words have the time: 'this evening at 18:00'.
 */
export function describeEnd(endsAt: Date, now: Date): DescribedEnd {
  return { at: endsAt.toISOString(), words: endInWords(endsAt, now), exact: formatDeadline(endsAt, now) }
}

function endInWords(endsAt: Date, now: Date): string {
  const clock = toShopClock(endsAt)
  const hour = Number(clock.slice(11, 13))
  // The shop's calendar day as midnight UTC, so that every day has 24 hours.
  const day = new Date(Date.parse(clock.slice(0, 10)) - (hour < nightEnds ? dayMs : 0))
  const away = Math.round((day.getTime() - Date.parse(shopDate(now))) / dayMs)
  const part = partOfDay(hour)
  if (away <= 0) return `${part === 'night' ? 'tonight' : `this ${part}`} at ${formatShopClock(endsAt)}`
  if (away === 1) return `tomorrow ${part}`
  const [weekday, ...date] = formatDay(day).split(' ')
  if (away <= daysNamedAlone) return `${weekday} ${part}`
  const year = isFarOff(day, now) ? ` ${day.getUTCFullYear()}` : ''
  return `${weekday} ${part}, ${date.join(' ')}${year}`
}

function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' | 'night' {
  if (hour < nightEnds || hour >= 21) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

/** A garment's summary for a grid at this moment. full: the ids of the garments whose pre-order has no place left. */
export function summariseNow(product: Product, now: Date, full: ReadonlySet<string>): ProductSummary {
  if (!isPreorderLive(product, now)) return summarise(product, null)
  const priced = priceNow(product, now)
  const days = daysLeft(product.preorderEndsAt ?? now, now)
  return summarise(priced, { days, isFull: full.has(product.id), reason: preorderReasonLabel(priced) })
}
