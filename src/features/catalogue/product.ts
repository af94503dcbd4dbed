import type { SupabaseClient } from '@supabase/supabase-js'
import { keptWith } from '#platform/pages/kept-with.ts'
import { type Pence, penceFromPounds } from '#ui/money.ts'
import type { StoredPicture } from '#ui/picture.tsx'
import { type ProductValues, productRow, toValues } from './product.schema.ts'
import { toStoredPicture } from './product-pictures.ts'
import { slugProblem } from './slug.ts'

/** A product as pages know it. Times are ISO strings, so that a loader can send it as it is. */
export type Product = Omit<ProductValues, 'price'> & {
  id: string
  pricePence: Pence
  imageUrl: string | null
  pictures: StoredPicture[]
  preorderEndsAt: string | null
  createdAt: string
}

/** Every active garment, the oldest first. */
export function listProducts(backend: SupabaseClient): Promise<readonly Product[]> {
  return keptWith(backend, 'products', () => readProducts(backend))
}

/** /rest/v1 gives no more at once. */
const atOnce = 1_000

async function readProducts(backend: SupabaseClient): Promise<Product[]> {
  const products: Product[] = []
  for (;;) {
    const { data, error } = await backend
      .from('products')
      .select('*')
      .eq('active', true)
      .order('created_at', { ascending: true })
      .order('id', { ascending: true })
      .range(products.length, products.length + atOnce - 1)
    // Where nothing is left there is no fault.
    if (error?.code === 'PGRST103') return products
    if (error) throw new Error('The garments could not be read', { cause: error })
    for (const row of data) products.push(parseProduct(row))
    if (data.length < atOnce) return products
  }
}

/** The active garment at this address, or null. */
export async function findProductBySlug(backend: SupabaseClient, slug: string): Promise<Product | null> {
  if (slugProblem(slug)) return null
  return (await listProducts(backend)).find((product) => product.slug === slug) ?? null
}

/** Parses a row of `products`. */
export function parseProduct(input: unknown): Product {
  const row = productRow.parse(input)
  const { price, ...values } = toValues(row)
  return {
    ...values,
    id: row.id,
    pricePence: penceFromPounds(price),
    imageUrl: row.image_url,
    pictures: (row.pictures ?? []).map((picture) => toStoredPicture(picture, row.name)),
    preorderEndsAt: row.preorder_end_date,
    createdAt: row.created_at,
  }
}
