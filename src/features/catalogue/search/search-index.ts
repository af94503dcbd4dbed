import type { SupabaseClient } from '@supabase/supabase-js'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import { type Product, parseProduct, readActiveRows } from '../product.ts'
import { choiceName } from './choice-name.ts'
import { type NamedLength, namedLength } from './named-length.ts'

/** A product with the filter choices that match it. */
export type SearchItem = { product: Product; size: string[]; colour: string[]; length: NamedLength[] }

/** The active products in the shop's order, and the owner's spelling of each size and colour by its `choiceName`. */
export type SearchIndex = {
  garments: readonly SearchItem[]
  names: { size: Map<string, string>; colour: Map<string, string> }
}

const columns =
  'id,name,slug,price,image_url,pictures,sizes,kind,colour,measures,length,is_preorder,preorder_end_date,preorder_limit,preorder_reason,preorder_price,created_at'
/** The index of the active products, cached until a product changes. */
export function readSearchIndex(backend: SupabaseClient): Promise<SearchIndex> {
  return memoizePerClient(backend, 'shelf', async () => {
    const rows = await readActiveRows(backend, columns)
    // The columns that only the product page shows are not read.
    return buildIndex(rows.map((row) => parseProduct({ ...row, description: '', active: true })))
  })
}

/** The index of these products. */
export function buildIndex(products: readonly Product[]): SearchIndex {
  const names = { size: new Map<string, string>(), colour: new Map<string, string>() }
  const garments = products.map((product) => {
    const length = namedLength(product.length)
    return {
      product,
      size: choicesOf(product.sizes, names.size),
      colour: choicesOf(coloursIn(product.colour), names.colour),
      length: length ? [length] : [],
    }
  })
  return { garments, names }
}

/** 'Ivory and navy' is two colours; a colour of two words, such as 'Forest green', stays one. */
function coloursIn(colour: string | null): string[] {
  return (colour ?? '').split(/\s*(?:[,;/&+]|\b(?:and|with)\b)\s*/i)
}

/** Ids of sizes or colours, independent of case. The first spelling becomes the name. */
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
