import { formatPence, type Pence } from '#base/money.ts'
import { compareNames } from '#base/names.ts'
import type { ShopKind } from '#features/settings/kinds.ts'
import { colourFamiliesOf } from '../choices.ts'
import { printedSize } from '../sizes/size.ts'
import type { SearchItem } from './find-garments.ts'
import type { SearchIndex } from './search-index.ts'
import { choiceName, defaultParams, type Group, groups, namedLengths, type SearchParams } from './search-params.ts'

/**
 * A choice of a filter. count: the products it matches, given the choices in the other groups. swatch: of a colour;
 * null for one that has none.
 */
export type Choice = { id: string; name: string; count: number; chosen: boolean; swatch?: string | null }
export type Choices = Record<Group, Choice[]> & { preorder: Choice }

type Given = {
  index: Pick<SearchIndex, 'garments' | 'choices' | 'kinds'>
  search: SearchParams
  /** The ids of what the search words found, best first; null without words. */
  found: readonly string[] | null
  isLive: (garment: SearchItem) => boolean
  /** The order of the sizes; others follow. */
  sizes: readonly string[]
}

/** The products that match a search, sorted, and how many products each further choice would match. */
export function filterProducts({ index, search, found, isLive, sizes }: Given): {
  garments: SearchItem[]
  choices: Choices
} {
  const isOneOf = (group: Group) => (garment: SearchItem) =>
    search[group].length === 0 || garment[group].some((id) => search[group].includes(id))
  const kind = index.kinds.find(({ slug }) => slug === search.kind)
  const tests = {
    kind: ({ product }: SearchItem) => !kind || product.kinds.includes(kind.id),
    size: isOneOf('size'),
    length: isOneOf('length'),
    colour: isOneOf('colour'),
    // Features add up: 'lined' and 'pockets' both apply to each garment.
    feature: (garment: SearchItem) => search.feature.every((id) => garment.feature.includes(id)),
    price: ({ product: { pricePence } }: SearchItem) =>
      (search.min === null || pricePence >= search.min) && (search.max === null || pricePence <= search.max),
    preorder: (garment: SearchItem) => !search.preorder || isLive(garment),
  }
  const searched = found ? inOrderOf(found, index.garments) : index.garments
  // A product that fails in one group only still counts for the choices of that group.
  const besides = (group?: keyof typeof tests) => {
    const others = Object.entries(tests).filter(([name]) => name !== group)
    return searched.filter((garment) => others.every(([, test]) => test(garment)))
  }

  function choicesOf(group: Group, among: readonly SearchItem[]): Choice[] {
    const counts = new Map<string, number>()
    for (const id of among.flatMap((garment) => garment[group])) counts.set(id, (counts.get(id) ?? 0) + 1)
    return index.choices[group].map((choice) => ({
      ...choice,
      ...{ count: counts.get(choice.id) ?? 0, chosen: search[group].includes(choice.id) },
    }))
  }
  const order = sizes.map(choiceName)
  const placeOf = ({ id }: Choice) => (order.includes(id) ? order.indexOf(id) : order.length)
  const shown = besides()
  return {
    garments: sorted(shown, search),
    choices: {
      size: choicesOf('size', besides('size')).sort((a, b) => placeOf(a) - placeOf(b) || compareNames(a.name, b.name)),
      length: choicesOf('length', besides('length')),
      colour: choicesOf('colour', besides('colour')),
      // A further feature narrows what the chosen ones left.
      feature: choicesOf('feature', shown),
      preorder: {
        ...{ id: '1', name: 'Pre-order only', chosen: search.preorder },
        count: besides('preorder').filter(isLive).length,
      },
    },
  }
}

function inOrderOf(ids: readonly string[], garments: readonly SearchItem[]): SearchItem[] {
  const byId = new Map(garments.map((garment) => [garment.product.id, garment]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function sorted(garments: SearchItem[], { sort }: SearchParams): SearchItem[] {
  const byTime = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  if (sort === 'newest') return garments.sort((a, b) => byTime(b.product.createdAt, a.product.createdAt))
  if (sort === 'price-up') return garments.sort((a, b) => a.product.pricePence - b.product.pricePence)
  if (sort === 'price-down') return garments.sort((a, b) => b.product.pricePence - a.product.pricePence)
  return garments
}

/**
 * A search without the kind, sizes, colours and features that no product has, and with families in place of shades, so
 * that each result has one URL.
 */
export function withoutUnknown(
  search: SearchParams,
  { choices, kinds }: Pick<SearchIndex, 'choices' | 'kinds'>,
): SearchParams {
  const isHad = (group: Group) => (id: string) => choices[group].some((choice) => choice.id === id)
  const families = (id: string) =>
    id === 'other' ? [id] : colourFamiliesOf(id.replaceAll('-', ' ')).filter((family) => family !== 'other')
  return {
    ...search,
    kind: kindOf(search.kind, kinds)?.slug ?? null,
    size: search.size.filter(isHad('size')),
    colour: [...new Set(search.colour.flatMap(families))].filter(isHad('colour')).sort(),
    feature: search.feature.filter(isHad('feature')),
  }
}

/** The kind of a slug, or of one that it had before it was renamed. */
function kindOf(slug: string | null, kinds: readonly ShopKind[]): ShopKind | undefined {
  if (slug === null) return undefined
  return kinds.find((kind) => kind.slug === slug) ?? kinds.find(({ former }) => former.includes(slug))
}

/** A chosen filter as text, and the search without it. */
export type ActiveFilter = { words: string; without: SearchParams }

/** The search words and each chosen filter, in the order of the URL; without the kind, which is a page of its own. */
export function listActiveFilters(search: SearchParams, { choices }: Pick<SearchIndex, 'choices'>): ActiveFilter[] {
  const rest = { ...search, page: 1 }
  const { q, min, max } = search
  const chosen = groups.flatMap((group) =>
    search[group].map((id) => {
      const { name } = [...choices[group], ...namedLengths].find((choice) => choice.id === id) ?? { name: id }
      const without = { ...rest, [group]: search[group].filter((other) => other !== id) }
      return { words: group === 'size' ? `Size ${printedSize(name)}` : name, without }
    }),
  )
  return [
    ...(q ? [{ words: `“${q}”`, without: { ...rest, q: '' } }] : []),
    ...chosen,
    ...(min !== null || max !== null ? [{ words: between(min, max), without: { ...rest, min: null, max: null } }] : []),
    ...(search.preorder ? [{ words: 'Pre-order', without: { ...rest, preorder: false } }] : []),
  ]
}

/** A search without words and filters; its kind and sort order stay. */
export function clearFilters({ kind, sort }: SearchParams): SearchParams {
  return { ...defaultParams, kind, sort }
}

function between(min: Pence | null, max: Pence | null): string {
  const [from, to] = [min, max].map((price) => price !== null && formatPence(price).replace('.00', ''))
  if (!from) return `Up to ${to}`
  return to ? `${from} to ${to}` : `From ${from}`
}
