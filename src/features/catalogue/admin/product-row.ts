import type { StoredPicture } from '#ui/picture.tsx'

/** A picture as the row keeps it; its measures are the storage's, and missing where it was saved by its address alone. */
export type PictureRow = {
  url: string
  alt?: string | null
  width?: number | null
  height?: number | null
  blur?: string | null
}

/** A row of `products` as an administrator reads it: pounds, ISO times, `version` grows with every save. */
export type ProductRow = {
  id: string
  name: string
  slug: string
  description: string
  price: number
  image_url: string | null
  pictures: PictureRow[] | null
  sizes: string[]
  active: boolean
  is_preorder: boolean
  preorder_end_date: string | null
  preorder_limit: number | null
  production_days: number | null
  fabric: string | null
  care: string | null
  modesty_notes: string | null
  colour: string | null
  length: string | null
  model_line: string | null
  version: number
  created_at: string
}

/** The garment's pictures, the first is its face; one known by its plain address alone counts too. */
export function picturesOf({ pictures, image_url }: Pick<ProductRow, 'pictures' | 'image_url'>): PictureRow[] {
  if (pictures && pictures.length > 0) return pictures
  return image_url ? [{ url: image_url }] : []
}

/** The picture a product is shown by in lists; null where it has none. */
export function faceOf(row: Pick<ProductRow, 'name' | 'pictures' | 'image_url'>): StoredPicture | null {
  const [face] = picturesOf(row)
  if (!face) return null
  const { url, alt, width, height, blur } = face
  return { url, alt: alt || row.name, width: width ?? 1200, height: height ?? 1600, blur: blur ?? null }
}
