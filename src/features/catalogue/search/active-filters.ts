import { formatPence, type Pence } from '#base/money.ts'
import { type GarmentFeature, garmentFeatures } from '../choices.ts'
import { printedSize } from '../sizes/size.ts'
import { type NamedLength, namedLengths } from './named-length.ts'
import type { SearchIndex } from './search-index.ts'
import { defaultParams, type SearchParams } from './search-params.ts'

/** A chosen filter as text, and the search without it. */
export type ActiveFilter = { words: string; without: SearchParams }

/** The search words and each chosen filter, in the order of the URL; without the kind, which is a page of its own. */
export function listActiveFilters(search: SearchParams, { names }: Pick<SearchIndex, 'names'>): ActiveFilter[] {
  const rest = { ...search, page: 1 }
  const { min, max } = search
  const active: ActiveFilter[] = []
  if (search.q) active.push({ words: `“${search.q}”`, without: { ...rest, q: '' } })
  for (const id of search.size) {
    active.push({
      words: `Size ${printedSize(names.size.get(id) ?? id)}`,
      without: { ...rest, size: without(search.size, id) },
    })
  }
  for (const { id, name } of namedLengths.filter((each) => search.length.includes(each.id))) {
    active.push({ words: name, without: { ...rest, length: without<NamedLength>(search.length, id) } })
  }
  for (const id of search.colour) {
    active.push({ words: names.colour.get(id) ?? id, without: { ...rest, colour: without(search.colour, id) } })
  }
  for (const { id, name } of garmentFeatures.filter((each) => search.feature.includes(each.id))) {
    active.push({ words: name, without: { ...rest, feature: without<GarmentFeature>(search.feature, id) } })
  }
  if (min !== null || max !== null) {
    active.push({ words: between(min, max), without: { ...rest, min: null, max: null } })
  }
  if (search.preorder) active.push({ words: 'Pre-order', without: { ...rest, preorder: false } })
  return active
}

/** A search without words and filters; its kind and sort order stay. */
export function clearFilters({ kind, sort }: SearchParams): SearchParams {
  return { ...defaultParams, kind, sort }
}

function without<T>(values: readonly T[], value: T): T[] {
  return values.filter((each) => each !== value)
}

function between(min: Pence | null, max: Pence | null): string {
  if (min === null) return max === null ? 'Any price' : `Up to ${price(max)}`
  return max === null ? `From ${price(min)}` : `${price(min)} to ${price(max)}`
}

function price(amount: Pence): string {
  return formatPence(amount).replace('.00', '')
}
