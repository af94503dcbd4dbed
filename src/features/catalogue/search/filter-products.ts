import { compareNames } from '#base/names.ts'
import { type ColourFamily, colourFamilies, garmentFeatures } from '../choices.ts'
import { namedLengths } from './named-length.ts'
import type { SearchIndex, SearchItem } from './search-index.ts'
import type { SearchParams } from './search-params.ts'
import type { SearchMatches } from './search-products.ts'

/**
 * A choice of a filter. count: the products it matches, given the choices in the other groups. swatch: of a colour;
 * null for one that has none.
 */
export type Choice = { id: string; name: string; count: number; chosen: boolean; swatch?: string | null }
export type Choices = Record<'size' | 'length' | 'colour' | 'feature', Choice[]> & { preorder: Choice }

export type FilterResult = { garments: SearchItem[]; choices: Choices }

type Given = {
  index: SearchIndex
  search: SearchParams
  /** The matches of the search words; null without words. */
  found: Pick<SearchMatches, 'ids'> | null
  isLive: (garment: SearchItem) => boolean
  /** The order of the sizes; others follow. */
  sizes: readonly string[]
}

type Group = 'kind' | 'size' | 'length' | 'colour' | 'feature' | 'price' | 'preorder'

/** The products that match a search, sorted, and how many products each further choice would match. */
export function filterProducts({ index, search, found, isLive, sizes }: Given): FilterResult {
  const looked = found ? inOrderOf(found.ids, index.garments) : index.garments
  const tests: Record<Group, (garment: SearchItem) => boolean> = {
    kind: ({ product }) => search.kind === null || product.kind === search.kind,
    size: (garment) => isOneOf(search.size, garment.size),
    length: (garment) => isOneOf(search.length, garment.length),
    colour: (garment) => isOneOf(search.colour, garment.colour),
    // Features add up: 'lined' and 'pockets' both apply to each garment.
    feature: (garment) => search.feature.every((id) => garment.feature.includes(id)),
    price: ({ product: { pricePence } }) =>
      (search.min === null || pricePence >= search.min) && (search.max === null || pricePence <= search.max),
    preorder: (garment) => !search.preorder || isLive(garment),
  }
  // A product that fails in one group only still counts for the choices of that group.
  const failed = looked.map((garment) => ({
    garment,
    groups: (Object.keys(tests) as Group[]).filter((group) => !tests[group](garment)),
  }))
  const besides = (group: Group) =>
    failed.filter(({ groups }) => groups.every((each) => each === group)).map(({ garment }) => garment)

  const sizeCounts = countOf(besides('size').flatMap(({ size }) => size))
  const colours = countOf(besides('colour').flatMap(({ colour }) => colour))
  const lengths = countOf(besides('length').flatMap(({ length }) => length))
  // A further feature narrows what the chosen ones left.
  const features = countOf(besidesNone(failed).flatMap(({ feature }) => feature))
  const inStock = new Set(index.garments.flatMap(({ length, feature }) => [...length, ...feature]))
  return {
    garments: sorted(besidesNone(failed), search),
    choices: {
      size: [...index.names.size]
        .map(([id, name]) => choiceOf(id, name, sizeCounts, search.size))
        .sort((a, b) => placeIn(sizes, a.name) - placeIn(sizes, b.name) || byName(a, b)),
      length: namedLengths
        .filter(({ id }) => inStock.has(id))
        .map(({ id, name }) => choiceOf(id, name, lengths, search.length)),
      colour: colourFamilies
        .filter(({ id }) => index.names.colour.has(id))
        .map(({ id, name, swatch }) => ({ ...choiceOf(id, name, colours, search.colour), swatch })),
      feature: garmentFeatures
        .filter(({ id }) => inStock.has(id))
        .map(({ id, name }) => choiceOf(id, name, features, search.feature)),
      preorder: {
        id: '1',
        name: 'Pre-order only',
        count: besides('preorder').filter(isLive).length,
        chosen: search.preorder,
      },
    },
  }
}

/**
 * A search without the kind, sizes and colours that no product has, and with families in place of written colours, so
 * that each result has one URL.
 */
export function withoutUnknown(search: SearchParams, { names, shades, kinds, garments }: SearchIndex): SearchParams {
  const families = (id: string): readonly string[] => (names.colour.has(id) ? [id] : (shades.get(id) ?? []))
  return {
    ...search,
    kind: kinds.find((id) => id === search.kind) ?? null,
    size: search.size.filter((id) => names.size.has(id)),
    colour: [...new Set(search.colour.flatMap(families))].sort() as ColourFamily[],
    feature: search.feature.filter((id) => garments.some(({ feature }) => feature.includes(id))),
  }
}

function isOneOf(search: readonly string[], has: readonly string[]): boolean {
  return search.length === 0 || has.some((id) => search.includes(id))
}

function inOrderOf(ids: readonly string[], garments: readonly SearchItem[]): SearchItem[] {
  const byId = new Map(garments.map((garment) => [garment.product.id, garment]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function besidesNone(failed: { garment: SearchItem; groups: Group[] }[]): SearchItem[] {
  return failed.filter(({ groups }) => groups.length === 0).map(({ garment }) => garment)
}

function countOf(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

function choiceOf(id: string, name: string, counts: Map<string, number>, search: readonly string[]): Choice {
  return { id, name, count: counts.get(id) ?? 0, chosen: search.includes(id) }
}

function placeIn(order: readonly string[], name: string): number {
  const place = order.indexOf(name)
  return place < 0 ? order.length : place
}

function byName(a: Choice, b: Choice): number {
  return compareNames(a.name, b.name)
}

function sorted(garments: SearchItem[], { sort }: SearchParams): SearchItem[] {
  if (sort === 'newest') return garments.sort((a, b) => compare(b.product.createdAt, a.product.createdAt))
  if (sort === 'price-up') return garments.sort((a, b) => a.product.pricePence - b.product.pricePence)
  if (sort === 'price-down') return garments.sort((a, b) => b.product.pricePence - a.product.pricePence)
  return garments
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
