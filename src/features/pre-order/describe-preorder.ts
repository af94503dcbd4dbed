import { dispatchBy, formatDay } from '#features/catalogue/dispatch-by.ts'
import type { Product } from '#features/catalogue/product.ts'
import { type ProductSummary, summarise } from '#features/catalogue/product-summary.ts'
import type { WorkingTime } from '#infrastructure/shop-settings.ts'
import { formatDeadline } from './deadline.ts'
import { daysLeft } from './is-live.ts'

/** A garment that can be pre-ordered now. endsAt: ISO; closes and dispatched: in words, in shop time. */
export type Preorder = ProductSummary & { description: string; endsAt: string; closes: string; dispatched: string }

/** What pages say of a live pre-order. */
export function describePreorder(product: Product, now: Date, time: WorkingTime): Preorder {
  const endsAt = new Date(product.preorderEndsAt ?? now)
  const leaves = dispatchBy({ orderedAt: now, productionDays: product.productionDays, preorderEndsAt: endsAt }, time)
  return {
    ...summarise(product, daysLeft(endsAt, now)),
    description: product.description,
    endsAt: endsAt.toISOString(),
    closes: formatDeadline(endsAt, now),
    dispatched: formatDay(leaves, now),
  }
}
