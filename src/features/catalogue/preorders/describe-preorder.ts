import { formatDay } from '#base/calendar-day.ts'
import { clockName, formatDeadline } from '#base/shop-time.ts'
import { makingOf, type Product } from '#features/catalogue/product.ts'
import type { ProductSummary } from '#features/catalogue/product-summary.ts'
import { summarise } from '#features/catalogue/summarise.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { workingDays } from '#features/settings/production-time.ts'
import { orderedFrom, type SellingSettings } from '#features/settings/selling.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'
import { daysLeft, isPreorderLive, preorderReasonLabel, preorderReasonText, priceNow } from './preorder.ts'

/** A live pre-order. full: no place is left. dispatched: formatted in shop time. */
export type Preorder = ProductSummary & {
  full: boolean
  /** Why to pre-order; null without a reason, or while it is full. */
  reason: string | null
  description: string
  end: DescribedEnd
  /** How long making it takes: '20 working days'. */
  making: string
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
  const leaves = dispatchBy({ orderedAt, ...makingOf(product), preorderEndsAt: endsAt }, settings)
  return {
    ...summarise(priced, { days: daysLeft(endsAt, now), isFull: full, reason: null }),
    full,
    reason: full ? null : preorderReasonText(priced),
    description: product.description,
    end: describeEnd(endsAt, now),
    making: makingTime(product, settings),
    dispatched: formatDay(leaves, now),
  }
}

/** The end of a pre-order. `at`: ISO 8601; `text`: 'Wednesday 9 December at 23:59, UK time'. */
export type DescribedEnd = { at: string; text: string }

/** The day and the hour, in shop time: the same words on every page. */
export function describeEnd(endsAt: Date, now: Date): DescribedEnd {
  return { at: endsAt.toISOString(), text: `${formatDeadline(endsAt, now)}, ${clockName}` }
}

/** How long making a garment takes: its own working days, or the shop's. */
export function makingTime({ productionDays }: Pick<Product, 'productionDays'>, shop: WorkingTime): string {
  return workingDays(productionDays ?? shop.productionDays)
}

/** A garment's summary for a grid at this moment. full: the ids of the garments whose pre-order has no place left. */
export function summariseNow(product: Product, now: Date, full: ReadonlySet<string>): ProductSummary {
  if (!isPreorderLive(product, now)) return summarise(product, null)
  const priced = priceNow(product, now)
  const days = daysLeft(product.preorderEndsAt ?? now, now)
  return summarise(priced, { days, isFull: full.has(product.id), reason: preorderReasonLabel(priced) })
}
