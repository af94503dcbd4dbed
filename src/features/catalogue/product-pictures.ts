import type { StoredPicture } from '#ui/picture.tsx'
import type { PictureRow, ProductRow } from './product.schema.ts'

/** The pictures of a row, the first one for lists; a row with only an image_url has one. */
export function picturesOf({ pictures, image_url }: Pick<ProductRow, 'pictures' | 'image_url'>): PictureRow[] {
  if (pictures && pictures.length > 0) return pictures
  return image_url ? [{ url: image_url }] : []
}

/** A picture as pages show it. A picture saved as a URL alone gets the product's name and the usual proportions. */
export function toStoredPicture({ url, alt, width, height, blur }: PictureRow, productName: string): StoredPicture {
  const size = width && height ? { width, height } : { width: 1200, height: 1600 }
  return { url, alt: alt || productName, ...size, blur: blur ?? null }
}

/** The picture of a product in lists; null without pictures. */
export function mainPicture(row: Pick<ProductRow, 'name' | 'pictures' | 'image_url'>): StoredPicture | null {
  const [first] = picturesOf(row)
  return first ? toStoredPicture(first, row.name) : null
}
