import type { Product } from './product.ts'
import { type LivePreorder, type ProductSummary, preorderWords } from './product-summary.ts'

/** Summarises a garment, at the price of the moment, for a grid. live: null if it is not on pre-order. */
export function summarise(product: Product, live: LivePreorder | null): ProductSummary {
  const { id, name, slug, pricePence, pictures, colour } = product
  const [first, second] = pictures
  // Without its view and its wearer, which no card shows.
  const picture = first
    ? { url: first.url, alt: first.alt, width: first.width, height: first.height, blur: first.blur }
    : null
  const preorder = live && preorderWords(live)
  return {
    id,
    name,
    slug,
    pricePence,
    picture,
    second: second?.url ?? null,
    colour,
    preorder,
  }
}
