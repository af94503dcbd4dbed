import type { SupabaseClient } from '@supabase/supabase-js'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import {
  type ColourFamily,
  colourFamilies,
  colourFamiliesOf,
  coloursIn,
  featuresOf,
  type GarmentFeature,
} from '../choices.ts'
import { type Kind, kinds } from '../kinds.ts'
import { type Product, parseProduct, readActiveRows } from '../product.ts'
import { choiceName } from './choice-name.ts'
import { type NamedLength, namedLength } from './named-length.ts'

/** A product with the filter choices that match it. */
export type SearchItem = {
  product: Product
  size: string[]
  colour: ColourFamily[]
  length: NamedLength[]
  feature: GarmentFeature[]
}

/**
 * The active products in the shop's order; the owner's spelling of each size by its `choiceName`; the names of the
 * colour families that garments have; the families of each written colour by its `choiceName`; the kinds of garments.
 */
export type SearchIndex = {
  garments: readonly SearchItem[]
  names: { size: Map<string, string>; colour: Map<string, string> }
  shades: Map<string, ColourFamily[]>
  kinds: Kind[]
}

const columns =
  'id,name,slug,price,image_url,pictures,sizes,kind,colour,colour_family,description,modesty_notes,fabric,measures,length,is_preorder,preorder_end_date,preorder_limit,preorder_reason,preorder_price,created_at'
/** The index of the active products, cached until a product changes. */
export function readSearchIndex(backend: SupabaseClient): Promise<SearchIndex> {
  return memoizePerClient(backend, 'shelf', async () => {
    const rows = await readActiveRows(backend, columns)
    const { garments, ...rest } = buildIndex(rows.map((row) => parseProduct({ ...row, active: true })))
    // Long texts are read for their features alone.
    const withoutTexts = { description: '', modestyNotes: null, fabric: null }
    return { ...rest, garments: garments.map((each) => ({ ...each, product: { ...each.product, ...withoutTexts } })) }
  })
}

/** The index of these products. */
export function buildIndex(products: readonly Product[]): SearchIndex {
  const sizes = new Map<string, string>()
  const shades = new Map<string, ColourFamily[]>()
  const garments = products.map((product) => {
    const length = namedLength(product.length)
    const colour = colourFamiliesOf(product.colour, product.colourFamily)
    for (const written of coloursIn(product.colour)) {
      const families = colourFamiliesOf(written, product.colourFamily)
      if (!shades.has(choiceName(written))) shades.set(choiceName(written), families)
    }
    return {
      product,
      size: choicesOf(product.sizes, sizes),
      colour,
      length: length ? [length] : [],
      feature: featuresOf(product),
    }
  })
  const inStock = new Set(garments.flatMap(({ colour }) => colour))
  const families = colourFamilies.filter(({ id }) => inStock.has(id))
  return {
    garments,
    names: { size: sizes, colour: new Map(families.map(({ id, name }) => [id, name])) },
    shades,
    kinds: kinds.map(({ id }) => id).filter((id) => products.some(({ kind }) => kind === id)),
  }
}

/** Ids of sizes, independent of case. The first spelling becomes the name. */
function choicesOf(written: readonly string[], names: Map<string, string>): string[] {
  const ids = new Set<string>()
  for (const words of written) {
    const id = choiceName(words).slice(0, 60)
    if (!id) continue
    ids.add(id)
    if (!names.has(id)) names.set(id, words.charAt(0).toUpperCase() + words.slice(1).trim())
  }
  return [...ids]
}
