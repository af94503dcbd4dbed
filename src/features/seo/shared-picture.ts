import { createHash } from 'node:crypto'
import type { Product } from '#features/catalogue/product.ts'
import type { SharedPicture } from '#ui/page-meta.ts'
import { pictureAt } from '#ui/picture.tsx'

/**
 * The image of a link to a product: its first photograph, cropped by `sharingApi` at an address that changes with the
 * photograph. One on another host, which the server does not fetch, is used as it is. Undefined without a photograph.
 */
export function sharedPicture({
  slug,
  pictures: [first],
}: Pick<Product, 'slug' | 'pictures'>): SharedPicture | undefined {
  if (!first) return undefined
  if (!isStored(first.url)) return { ...first, url: pictureAt(first.url, 1200) }
  const version = createHash('sha256').update(first.url).digest('hex').slice(0, 12)
  return { url: `/sharing/product/${slug}-${version}.jpg`, width: 1200, height: 630, alt: first.alt }
}

/** Whether the address of a photograph is one of this shop's storage. */
export function isStored(url: string): boolean {
  return url.startsWith('/storage/v1/object/public/')
}
