import type { Pence } from './money.ts'
import type { Picture, Product } from './product.ts'

/** What a grid shows of a garment. preorder: the words for one that can be pre-ordered now, else null. */
export type ProductSummary = {
  id: string
  name: string
  slug: string
  pricePence: Pence
  picture: Picture | null
  /** Another view of it: the address of its picture. */
  second?: string | null
  colour: string | null
  preorder: string | null
}

/** Takes from a garment what a grid needs. preorderDays: the days left of a live pre-order, else null. */
export function summarise(product: Product, preorderDays: number | null): ProductSummary {
  const { id, name, slug, pricePence, pictures, colour } = product
  const preorder = preorderDays === null ? null : preorderWords(preorderDays)
  return {
    id,
    name,
    slug,
    pricePence,
    picture: pictures[0] ?? null,
    second: pictures[1]?.url ?? null,
    colour,
    preorder,
  }
}

/** What a grid says of a live pre-order with this many days left. */
export function preorderWords(days: number): string {
  return `Pre-order · ${days} ${days === 1 ? 'day' : 'days'} left`
}
