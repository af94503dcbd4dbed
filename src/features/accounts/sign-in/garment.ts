import type { StoredPicture } from '#ui/picture.tsx'

/** The garment pictured beside a form. */
export type Garment = { name: string; slug: string; picture: StoredPicture }

type Pictured = { name: string; slug: string; pictures: readonly StoredPicture[] }

/**
 * The garment of a page: the one at `place` among those with a picture, so that each page has its own. `view`: index of
 * the picture, from 0.
 */
export function garmentAt(products: readonly Pictured[], place: number, view = 0): Garment | null {
  const pictured = products.filter(({ pictures }) => pictures.length > 0)
  const product = pictured[place % Math.max(pictured.length, 1)]
  const picture = product?.pictures[view] ?? product?.pictures[0]
  return product && picture ? { name: product.name, slug: product.slug, picture } : null
}
