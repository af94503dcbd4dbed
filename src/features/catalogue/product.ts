import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { keptWith } from '#platform/pages/kept-with.ts'
import { type Pence, penceFromPounds } from '#ui/money.ts'

export type Picture = { url: string; alt: string; width: number; height: number; blur: string | null }

/** A garment as pages know it. Times are ISO strings, so that a loader can send it as it is. */
export type Product = {
  id: string
  name: string
  slug: string
  description: string
  pricePence: Pence
  imageUrl: string | null
  pictures: Picture[]
  sizes: string[]
  active: boolean
  isPreorder: boolean
  preorderEndsAt: string | null
  preorderLimit: number | null
  productionDays: number | null
  fabric: string | null
  care: string | null
  modestyNotes: string | null
  colour: string | null
  length: string | null
  modelLine: string | null
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

/** What the table takes for an address; anything else is no garment's. */
const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/
const longestSlug = 80

/** The active garment at this address, or null. */
export async function findProductBySlug(backend: SupabaseClient, slug: string): Promise<Product | null> {
  if (slug.length > longestSlug || !slugForm.test(slug)) return null
  return (await listProducts(backend)).find((product) => product.slug === slug) ?? null
}

const text = z.string().nullish().default(null)
const count = z.number().int().positive().nullish().default(null)

const PictureRow = z.object({
  url: z.string(),
  alt: z.string().nullish(),
  width: z.number().positive().nullish(),
  height: z.number().positive().nullish(),
  blur: text,
})

const ProductRow = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  price: z.number(),
  image_url: text,
  pictures: z.array(PictureRow).nullish(),
  sizes: z.array(z.string()),
  active: z.boolean(),
  is_preorder: z.boolean(),
  preorder_end_date: text,
  preorder_limit: count,
  production_days: count,
  fabric: text,
  care: text,
  modesty_notes: text,
  colour: text,
  length: text,
  model_line: text,
  created_at: z.string(),
})

/** Reads a row of `products`. A picture saved with its address alone gets a name and the usual proportions. */
export function parseProduct(input: unknown): Product {
  const row = ProductRow.parse(input)
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    pricePence: penceFromPounds(row.price),
    imageUrl: row.image_url,
    pictures: (row.pictures ?? []).map(({ url, alt, width, height, blur }) => ({
      url,
      alt: alt || row.name,
      width: width && height ? width : 1200,
      height: width && height ? height : 1600,
      blur,
    })),
    sizes: row.sizes,
    active: row.active,
    isPreorder: row.is_preorder,
    preorderEndsAt: row.preorder_end_date,
    preorderLimit: row.preorder_limit,
    productionDays: row.production_days,
    fabric: row.fabric,
    care: row.care,
    modestyNotes: row.modesty_notes,
    colour: row.colour,
    length: row.length,
    modelLine: row.model_line,
    createdAt: row.created_at,
  }
}
