import type { Pence } from '#base/money.ts'
import type { StoredPicture } from '#ui/picture.tsx'

/** A live pre-order: its remaining days, whether all of its places are taken, and its reason in a few words. */
export type LivePreorder = { days: number; isFull: boolean; reason: string | null }

/** A garment in a grid. preorder: the text for one that can be pre-ordered now, otherwise null. */
export type ProductSummary = {
  id: string
  name: string
  slug: string
  pricePence: Pence
  picture: StoredPicture | null
  /** The URL of a second picture. */
  second?: string | null
  colour: string | null
  preorder: string | null
}

/** The text for a live pre-order in a grid, with its reason. */
export function preorderWords({ days, isFull, reason }: LivePreorder): string {
  if (isFull) return 'Pre-order full · join the waiting list'
  return `Pre-order · ${days} ${days === 1 ? 'day' : 'days'} left${reason ? ` · ${reason}` : ''}`
}
