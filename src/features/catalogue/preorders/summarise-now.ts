import type { Product } from '#features/catalogue/product.ts'
import { type ProductSummary, summarise } from '#features/catalogue/product-summary.ts'
import { daysLeft, isPreorderLive, preorderReasonLabel, priceNow } from './preorder.ts'

/** A garment's summary for a grid at this moment. full: the ids of the garments whose pre-order has no place left. */
export function summariseNow(product: Product, now: Date, full: ReadonlySet<string>): ProductSummary {
  if (!isPreorderLive(product, now)) return summarise(product, null)
  const priced = priceNow(product, now)
  const days = daysLeft(product.preorderEndsAt ?? now, now)
  return summarise(priced, { days, isFull: full.has(product.id), reason: preorderReasonLabel(priced) })
}
