import { formatDay } from '#base/calendar-day.ts'
import type { Product } from '#features/catalogue/product.ts'
import { type ProductSummary, summarise } from '#features/catalogue/product-summary.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { orderedFrom, type SellingSettings } from '#features/settings/selling.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'
import { type DescribedEnd, describeEnd } from './describe-end.ts'
import { daysLeft, preorderReasonText, priceNow } from './preorder.ts'

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
