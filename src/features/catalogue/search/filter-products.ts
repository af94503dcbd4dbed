import { compareNames } from '#ui/names.ts'
import { namedLengths } from './named-length.ts'
import type { SearchIndex, SearchItem } from './search-index.ts'
import type { SearchParams } from './search-params.ts'
import type { SearchMatches } from './search-products.ts'

/** A choice of a filter. count: the products it matches, given the choices in the other groups. */
export type Choice = { id: string; name: string; count: number; chosen: boolean }
export type Choices = { size: Choice[]; length: Choice[]; colour: Choice[]; preorder: Choice }

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

type Group = 'size' | 'length' | 'colour' | 'price' | 'preorder'

/** The products that match a search, sorted, and how many products each further choice would match. */
export function filterProducts({ index, search, found, isLive, sizes }: Given): FilterResult {
  const looked = found ? inOrderOf(found.ids, index.garments) : index.garments
  const tests: Record<Group, (garment: SearchItem) => boolean> = {
    size: (garment) => isOneOf(search.size, garment.size),
    length: (garment) => isOneOf(search.length, garment.length),
    colour: (garment) => isOneOf(search.colour, garment.colour),
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

  function group(of: 'size' | 'colour', order: (a: Choice, b: Choice) => number): Choice[] {
    const counts = countOf(besides(of).flatMap((garment) => garment[of]))
    const known = [...index.names[of]].map(([id, name]) => choiceOf(id, name, counts, search[of]))
    return known.sort(order)
  }

  const lengths = countOf(besides('length').flatMap(({ length }) => length))
  const inStock = new Set(index.garments.flatMap(({ length }) => length))
  return {
    garments: sorted(besidesNone(failed), search),
    choices: {
      size: group('size', (a, b) => placeIn(sizes, a.name) - placeIn(sizes, b.name) || byName(a, b)),
      length: namedLengths
        .filter(({ id }) => inStock.has(id))
        .map(({ id, name }) => choiceOf(id, name, lengths, search.length)),
      colour: group('colour', byName),
      preorder: {
        id: '1',
        name: 'Pre-order only',
        count: besides('preorder').filter(isLive).length,
        chosen: search.preorder,
      },
    },
  }
}

/** A search without the sizes and colours that no product has, so that each result has one URL. */
export function withoutUnknown(search: SearchParams, { names }: SearchIndex): SearchParams {
  return {
    ...search,
    size: search.size.filter((id) => names.size.has(id)),
    colour: search.colour.filter((id) => names.colour.has(id)),
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
