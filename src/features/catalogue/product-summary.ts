import type { Pence } from '#ui/money.ts'
import type { StoredPicture } from '#ui/picture.tsx'
import type { Product } from './product.ts'

/** A live pre-order: the days left of it, and whether all of its places are taken. */
export type LivePreorder = { days: number; isFull: boolean }

/** What a grid shows of a garment. preorder: the words for one that can be pre-ordered now, else null. */
export type ProductSummary = {
  id: string
  name: string
  slug: string
  pricePence: Pence
  picture: StoredPicture | null
  /** Another view of it: the address of its picture. */
  second?: string | null
  colour: string | null
  preorder: string | null
}

/** Takes from a garment what a grid needs. live: null where it is not on pre-order. */
export function summarise(product: Product, live: LivePreorder | null): ProductSummary {
  const { id, name, slug, pricePence, pictures, colour } = product
  const preorder = live && preorderWords(live)
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

/** What a grid says of a live pre-order. */
export function preorderWords({ days, isFull }: LivePreorder): string {
  if (isFull) return 'Pre-order full · join the list'
  return `Pre-order · ${days} ${days === 1 ? 'day' : 'days'} left`
}
