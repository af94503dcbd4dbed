import { sql } from 'kysely'
import { decimalPounds, penceFromPounds } from '#base/money.ts'
import type { ShopKind } from '#features/settings/kinds.ts'
import { formatCsv } from '#platform/csv.ts'
import type { Tx } from '#platform/database/db.ts'
import { htmlOfText } from '#platform/text/html-text.ts'
import { shop } from '#shop'
import { listCustoms } from '../customs/customs.api.ts'
import { type ProductRow, picturesOf, productRow } from '../product.schema.ts'
import { sizeName } from '../sizes/size.ts'

type Garment = { row: ProductRow; grams: number | null; sizeGrams: Record<string, number> }
/** A variant and a picture of a garment; `isFirst`: the row has the garment's own columns too. */
type Line = {
  garment: Garment
  size: string | null
  picture: { url: string; alt: string; position: number } | null
  isFirst: boolean
}
type Options = { siteUrl: string; kinds: readonly ShopKind[] }

const ofGarment =
  (value: (row: ProductRow) => string | null) =>
  ({ garment, isFirst }: Line) =>
    (isFirst && value(garment.row)) || ''
const ofSize =
  (value: (garment: Garment, size: string) => string | null) =>
  ({ garment, size }: Line) =>
    (size !== null && value(garment, size)) || ''

/** Shopify's columns since 2025, in the order of its template. Without an inventory tracker it sells any number. */
const columns: Record<string, (line: Line, options: Options) => string> = {
  Title: ofGarment(({ name }) => name),
  'URL handle': ({ garment }) => garment.row.slug,
  Description: ofGarment(({ description }) => htmlOfText(description)),
  Vendor: ofGarment(() => shop.name),
  Type: (line, { kinds }) => ofGarment((row) => kindNames(row, kinds)[0] ?? '')(line),
  Tags: (line, { kinds }) => ofGarment((row) => kindNames(row, kinds).join(', '))(line),
  'Published on online store': ofGarment(({ active }) => (active ? 'TRUE' : 'FALSE')),
  Status: ofGarment(({ active }) => (active ? 'active' : 'draft')),
  'Option1 name': ofGarment(() => 'Size'),
  'Option1 value': ofSize((_, size) => sizeName(size)),
  'Option2 name': ofGarment(({ colour }) => colour && 'Color'),
  'Option2 value': ofSize(({ row }) => row.colour),
  Price: ofSize(({ row }) => decimalPounds(penceFromPounds(row.price))),
  'Weight value (grams)': ofSize(({ grams, sizeGrams }, size) => (sizeGrams[size] ?? grams)?.toString() ?? ''),
  'Requires shipping': ofSize(() => 'TRUE'),
  'Fulfillment service': ofSize(() => 'manual'),
  'Product image URL': ({ picture }, { siteUrl }) => (picture ? new URL(picture.url, siteUrl).href : ''),
  'Image position': ({ picture }) => picture?.position.toString() ?? '',
  'Image alt text': ({ picture }) => picture?.alt ?? '',
  'Gift card': ofGarment(() => 'FALSE'),
  'Fabric (product.metafields.custom.fabric)': ofGarment(({ fabric }) => fabric),
  'Care (product.metafields.custom.care)': ofGarment(({ care }) => care),
  'Modesty notes (product.metafields.custom.modesty_notes)': ofGarment(({ modesty_notes: notes }) => notes),
  'Length (product.metafields.custom.length)': ofGarment(({ length }) => length),
  'Model line (product.metafields.custom.model_line)': ofGarment(({ model_line: line }) => line),
}

/** All garments as Shopify's product file: one row for each size and picture, oldest garment first. */
export async function exportListings(tx: Tx, options: Options): Promise<string> {
  const { rows } = await sql<{ product: unknown }>`
    select to_jsonb(p) as product from public.products p order by p.created_at, p.id`.execute(tx)
  const garments = rows.map(({ product }) => productRow.parse(product))
  const customs = await listCustoms(
    tx,
    garments.map(({ id }) => id),
  )
  const lines = garments.flatMap((row) => {
    const { weight_grams: grams = null, size_grams: sizeGrams = {} } = customs.get(row.id) ?? {}
    return linesOf({ row, grams, sizeGrams })
  })
  const cells = lines.map((line) => Object.values(columns).map((cell) => cell(line, options)))
  return formatCsv([Object.keys(columns), ...cells])
}

function linesOf(garment: Garment): Line[] {
  const pictures = picturesOf(garment.row)
  const count = Math.max(garment.row.sizes.length, pictures.length)
  return Array.from({ length: count }, (_, at) => {
    const picture = pictures[at]
    return {
      garment,
      size: garment.row.sizes[at] ?? null,
      picture: picture ? { url: picture.url, alt: picture.alt ?? '', position: at + 1 } : null,
      isFirst: at === 0,
    }
  })
}

function kindNames({ kinds: ids }: ProductRow, kinds: readonly ShopKind[]): string[] {
  return ids.flatMap((id) => kinds.find((kind) => kind.id === id)?.name ?? [])
}
