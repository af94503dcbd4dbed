import { createHash } from 'node:crypto'
import type { Product } from '#features/catalogue/product.ts'
import { shop } from '#shop'
import { pictureAt } from '#ui/picture.tsx'
import { cardSize, type ProductAvailability, productCard, shopCard } from './card-design.ts'
import type { Card } from './compose-card.ts'

/** The image that other sites show for a page: a URL of the shop, its size in pixels, and alternative text. */
export type SharedPicture = { url: string; alt: string; width: number; height: number }

/** A card to draw. `version` changes with its content; `photograph`: the URL of a stored image. */
export type CardRequest = { version: string; card: Card; photograph: string | null }

const standings: Record<ProductAvailability, string> = {
  made: 'made to order at',
  'pre-order': 'on pre-order at',
  full: 'its pre-order full, at',
}

const stored = /^\/storage\/v1\/object\/public\//

/** The card of a product; null where its photograph is on another host, which the server does not fetch. */
export function cardRequestFor(
  product: Pick<Product, 'name' | 'pictures'>,
  standing: ProductAvailability,
): CardRequest | null {
  const photograph = product.pictures[0]?.url ?? null
  if (photograph !== null && !stored.test(photograph)) return null
  return cardRequest(productCard({ name: product.name, standing, hasPicture: photograph !== null }), photograph)
}

/** The shop's own card, with a product's photograph if there is one. */
export function shopCardRequest(products: readonly Pick<Product, 'pictures'>[]): CardRequest {
  const shown = products.map(({ pictures }) => pictures[0]?.url).find((url) => url !== undefined && stored.test(url))
  return cardRequest(shopCard({ hasPicture: shown !== undefined }), shown ?? null)
}

function cardRequest(card: Card, photograph: string | null): CardRequest {
  const hash = createHash('sha256').update(JSON.stringify([card, photograph]))
  return { version: hash.digest('hex').slice(0, 12), card, photograph }
}

/** The image of a link to a product: its card, or else its photograph. */
export function sharedPicture(
  product: Pick<Product, 'name' | 'slug' | 'pictures'>,
  standing: ProductAvailability,
): SharedPicture {
  const { name, slug, pictures } = product
  const [first] = pictures
  const card = cardRequestFor(product, standing)
  if (!card && first) return { ...first, url: pictureAt(first.url, 1200) }
  const alt = `${name}, ${standings[standing]} ${shop.name}`
  return { url: `/sharing/product/${slug}-${card?.version}.jpg`, alt, ...cardSize }
}
