import type { SupabaseClient } from '@supabase/supabase-js'
import { type Pence, penceFromPounds } from '#base/money.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import { type GarmentPicture, views, wearerLine } from './garment-picture.ts'
import { mainKind } from './kinds.ts'
import { lengthText } from './measures.ts'
import {
  type PictureRow,
  type ProductRow,
  type ProductValues,
  picturesOf,
  productRow,
  toValues,
  viewOf,
} from './product.schema.ts'
import { slugProblem } from './slug.ts'

/**
 * A product as pages use it; its length as text is that of its measures, where it has them. Times are ISO 8601 strings,
 * so that a loader can return it unchanged.
 */
export type Product = Omit<ProductValues, 'price' | 'preorderPrice'> & {
  id: string
  /** The usual price; from `priceNow`, that of the moment. */
  pricePence: Pence
  preorderPence: Pence | null
  /** From `priceNow`: the price once the pre-order ends, where it differs. */
  afterPence?: Pence | null
  imageUrl: string | null
  pictures: GarmentPicture[]
  preorderEndsAt: string | null
  /** Whether no other end of its pre-order was ever shown. */
  preorderEndHeld: boolean
  createdAt: string
  /** The first of its kinds that is built in. */
  kind: ProductRow['kind']
}

const shown = [
  ...(['id', 'name', 'slug', 'description', 'sizes', 'fabric', 'care', 'modestyNotes', 'colour', 'measures'] as const),
  ...(['kind', 'length', 'modelLine', 'pricePence', 'imageUrl', 'pictures'] as const),
] as const

/** What a garment's page shows of it. `kind`: what it is, of the owner's kinds where the program knows none of them. */
export type ShownProduct = Omit<Pick<Product, (typeof shown)[number]>, 'kind'> & { kind: string | null }

/** Leaves out what no browser reads, so that a page is the smaller. */
export function shownProduct(product: Product): ShownProduct {
  const values = Object.fromEntries(shown.map((name) => [name, product[name]]))
  return { ...values, kind: mainKind(product) } as ShownProduct
}

/** A garment's own production terms, whether or not it is on pre-order. */
export function makingOf({ productionDays, workHundredths }: Pick<Product, 'productionDays' | 'workHundredths'>) {
  return { productionDays, work: workHundredths }
}

/** The active products, oldest first. */
export function listProducts(backend: SupabaseClient): Promise<readonly Product[]> {
  return memoizePerClient(backend, 'products', async () => (await readActiveRows(backend)).map(parseProduct))
}

/** The most rows that /rest/v1 returns in one response. */
const maxRows = 1_000

/** The rows of all active products, oldest first. */
export async function readActiveRows(backend: SupabaseClient, columns = '*'): Promise<object[]> {
  const rows: object[] = []
  for (;;) {
    const { data, error } = await backend
      .from('products')
      .select(columns)
      .eq('active', true)
      .order('created_at', { ascending: true })
      .order('id', { ascending: true })
      .range(rows.length, rows.length + maxRows - 1)
    // The range begins after the last row.
    if (error?.code === 'PGRST103') return rows
    if (error) throw new Error('The products could not be read', { cause: error })
    rows.push(...(data as unknown as object[]))
    if (data.length < maxRows) return rows
  }
}

/** The active product with this slug, or null. */
export async function findProductBySlug(backend: SupabaseClient, slug: string): Promise<Product | null> {
  if (slugProblem(slug)) return null
  return (await listProducts(backend)).find((product) => product.slug === slug) ?? null
}

/** Parses a row of `products`. */
export function parseProduct(input: unknown): Product {
  const row = productRow.parse(input)
  const { price, preorderPrice, ...values } = toValues(row)
  return {
    ...values,
    length: values.measures ? lengthText(values.measures) : values.length,
    id: row.id,
    pricePence: penceFromPounds(price),
    preorderPence: preorderPrice && penceFromPounds(preorderPrice),
    imageUrl: row.image_url,
    pictures: (row.pictures ?? []).map((picture) => toPicture(picture, row.name)),
    preorderEndsAt: row.preorder_end_date,
    preorderEndHeld: row.preorder_end_held,
    createdAt: row.created_at,
    kind: row.kind,
  }
}

/** A picture as pages show it. A picture saved as a URL alone gets the product's name and the usual proportions. */
function toPicture(row: PictureRow, productName: string): GarmentPicture {
  const { url, alt, width, height, blur, wearer } = row
  const id = viewOf(row)
  const view = views.find((each) => each.id === id)?.name
  const size = width && height ? { width, height } : { width: 1200, height: 1600 }
  const shown = { ...(view && { view }), ...(wearer && { worn: wearerLine(wearer) }) }
  // Pictures stored before November 2026 have a tiny image instead, which pages do without.
  return { url, alt: alt || productName, ...size, blur: blur?.startsWith('#') ? blur : null, ...shown }
}

/** The picture of a product in lists; null without pictures. */
export function mainPicture(row: Pick<ProductRow, 'name' | 'pictures' | 'image_url'>): GarmentPicture | null {
  const [first] = picturesOf(row)
  return first ? toPicture(first, row.name) : null
}
