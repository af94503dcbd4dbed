import type { SupabaseClient } from '@supabase/supabase-js'
import { firstKinds, type ShopKind } from '#features/settings/kinds.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import { shop } from '#shop'
import { colourFamiliesOf, garmentFeatures, listFamilies, otherColour } from '../choices.ts'
import { listProducts, type Product } from '../product.ts'
import { listSizes } from '../sizes/size-chart.ts'
import { indexWords, type SearchItem, type WordIndex } from './find-garments.ts'
import { choiceName, type Group, namedLength, namedLengths } from './search-params.ts'

/**
 * The active products in the shop's order; the choices of each filter that products have, sizes in the owner's spelling;
 * the owner's kinds that garments have.
 */
export type SearchIndex = {
  garments: readonly SearchItem[]
  choices: Record<Group, readonly { id: string; name: string; swatch?: string | null }[]>
  kinds: readonly ShopKind[]
  /** Made at the first search. */
  words: () => WordIndex
}

/** The index of the active products, cached until a product or a setting changes. */
export function readSearchIndex(backend: SupabaseClient, kinds: readonly ShopKind[]): Promise<SearchIndex> {
  const name = `search index ${JSON.stringify([kinds, shop.sizeChart, shop.colours])}`
  return memoizePerClient(backend, name, async () => buildIndex(await listProducts(backend), kinds))
}

/** The index of these products. */
export function buildIndex(products: readonly Product[], kinds: readonly ShopKind[] = firstKinds): SearchIndex {
  const sizes = new Map<string, string>()
  const garments = products.map((product) => {
    const length = namedLength(product.length)
    return {
      product,
      size: sizesOf(product.sizes, sizes),
      colour: colourFamiliesOf(product.colour, product.colourFamily),
      length: length ? [length] : [],
      feature: product.features,
      kinds: kinds.filter(({ id }) => product.kinds.includes(id)).map(({ name }) => name),
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
      colour: had('colour', [...listFamilies(), otherColour]),
      feature: had('feature', garmentFeatures),
    },
    kinds: kinds.filter(({ id }) => products.some((product) => product.kinds.includes(id))),
  }
}

/** Ids of sizes, independent of case. The first spelling becomes the name. */
function sizesOf(written: readonly string[], names: Map<string, string>): string[] {
  const ids = new Set<string>()
  for (const words of written) {
    const id = choiceName(words).slice(0, 60)
    if (!id) continue
    ids.add(id)
    const isShops = listSizes().some(({ size }) => size === words)
    if (isShops) names.set(id, words)
    else if (!names.has(id)) names.set(id, words.charAt(0).toUpperCase() + words.slice(1).trim())
  }
  return [...ids]
}
