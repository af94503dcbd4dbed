import type { SupabaseClient } from '@supabase/supabase-js'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import { colourFamilies, colourFamiliesOf, garmentFeatures } from '../choices.ts'
import { type Kind, kinds } from '../kinds.ts'
import { listProducts, type Product } from '../product.ts'
import { indexWords, type SearchItem, type WordIndex } from './find-garments.ts'
import { choiceName, type Group, namedLength, namedLengths } from './search-params.ts'

/**
 * The active products in the shop's order; the choices of each filter that products have, sizes in the owner's spelling;
 * the kinds of garments.
 */
export type SearchIndex = {
  garments: readonly SearchItem[]
  choices: Record<Group, readonly { id: string; name: string; swatch?: string | null }[]>
  kinds: Kind[]
  /** Made at the first search. */
  words: () => WordIndex
}

/** The index of the active products, cached until a product changes. */
export function readSearchIndex(backend: SupabaseClient): Promise<SearchIndex> {
  return memoizePerClient(backend, 'search index', async () => buildIndex(await listProducts(backend)))
}

/** The index of these products. */
export function buildIndex(products: readonly Product[]): SearchIndex {
  const sizes = new Map<string, string>()
  const garments = products.map((product) => {
    const length = namedLength(product.length)
    return {
      product,
      size: sizesOf(product.sizes, sizes),
      colour: colourFamiliesOf(product.colour, product.colourFamily),
      length: length ? [length] : [],
      feature: product.features,
    }
  })
  const had = <Choice extends { id: string }>(group: Group, all: readonly Choice[]) => {
    const ids = new Set<string>(garments.flatMap((garment) => garment[group]))
    return all.filter(({ id }) => ids.has(id))
  }
  let words: WordIndex | undefined
  return {
    garments,
    words: () => {
      words ??= indexWords(garments)
      return words
    },
    choices: {
      size: [...sizes].map(([id, name]) => ({ id, name })),
      length: had('length', namedLengths),
      colour: had('colour', colourFamilies),
      feature: had('feature', garmentFeatures),
    },
    kinds: kinds.map(({ id }) => id).filter((id) => products.some(({ kind }) => kind === id)),
  }
}

/** Ids of sizes, independent of case. The first spelling becomes the name. */
function sizesOf(written: readonly string[], names: Map<string, string>): string[] {
  const ids = new Set<string>()
  for (const words of written) {
    const id = choiceName(words).slice(0, 60)
    if (!id) continue
    ids.add(id)
    if (!names.has(id)) names.set(id, words.charAt(0).toUpperCase() + words.slice(1).trim())
  }
  return [...ids]
}
