import type { SupabaseClient } from '@supabase/supabase-js'
import { keptWith } from '#platform/pages/kept-with.ts'
import { type Product, parseProduct } from '../product.ts'
import { choiceName } from './choice-name.ts'
import { type NamedLength, namedLength } from './named-length.ts'

/** A garment as it can be chosen: what a grid shows of it, and the choices that lead to it. */
export type Hung = { product: Product; size: string[]; colour: string[]; length: NamedLength[] }

/** Every active garment in the order they hang, and how the owner writes the sizes and colours (by `choiceName`). */
export type Shelf = { garments: readonly Hung[]; names: { size: Map<string, string>; colour: Map<string, string> } }

const columns =
  'id,name,slug,price,image_url,pictures,sizes,colour,length,is_preorder,preorder_end_date,preorder_limit,created_at'
/** /rest/v1 gives no more at once. */
const atOnce = 1_000

/** What the shop has, read once for as long as the garments stay as they are. */
export function readShelf(backend: SupabaseClient): Promise<Shelf> {
  return keptWith(backend, 'shelf', async () => hang(await readGarments(backend)))
}

async function readGarments(backend: SupabaseClient): Promise<Product[]> {
  const products: Product[] = []
  for (;;) {
    const { data, error } = await backend
      .from('products')
      .select(columns)
      .eq('active', true)
      .order('created_at', { ascending: true })
      .order('id', { ascending: true })
      .range(products.length, products.length + atOnce - 1)
    // Where nothing is left there is no fault.
    if (error?.code === 'PGRST103') return products
    if (error) throw new Error('The garments could not be read', { cause: error })
    // What is only read on the garment's own page stays in the database.
    for (const row of data) products.push(parseProduct({ ...row, description: '', active: true }))
    if (data.length < atOnce) return products
  }
}

export function hang(products: readonly Product[]): Shelf {
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

/** 'Ivory and navy' is found by either; a colour of two words, such as 'Forest green', stays one. */
function coloursIn(colour: string | null): string[] {
  return (colour ?? '').split(/\s*(?:[,;/&+]|\b(?:and|with)\b)\s*/i)
}

/** As written where it was met first; the same colour in other capitals is no other colour. */
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
