import type { Product } from '#features/catalogue/product.ts'
import { type ProductSummary, summarise } from '#features/catalogue/product-summary.ts'
import { daysLeft, isPreorderLive } from './preorder-end.ts'
import { priceNow } from './preorder-price.ts'

/** A garment's summary for a grid at this moment. full: the ids of the garments whose pre-order has no place left. */
export function summariseNow(product: Product, now: Date, full: ReadonlySet<string>): ProductSummary {
  if (!isPreorderLive(product, now)) return summarise(product, null)
  return summarise(priceNow(product, now), {
    days: daysLeft(product.preorderEndsAt ?? now, now),
    isFull: full.has(product.id),
  })
}
