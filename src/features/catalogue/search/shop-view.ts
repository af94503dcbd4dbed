import type { SupabaseClient } from '@supabase/supabase-js'
import { formatPence } from '#base/money.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { type Kind, kinds } from '../kinds.ts'
import { isPreorderLive, priceNow } from '../preorders/preorder.ts'
import type { Product } from '../product.ts'
import {
  type ActiveFilter,
  type Choices,
  clearFilters,
  filterProducts,
  listActiveFilters,
  withoutUnknown,
} from './filter-products.ts'
import type { SearchMatches } from './search.contract.ts'
import { readSearchIndex, type SearchIndex, type SearchItem } from './search-index.ts'
import {
  defaultParams,
  isNarrowed,
  readSearchParams,
  type SearchParams,
  type Sort,
  shopPath,
  writePrice,
} from './search-params.ts'
import { withWrittenFilters } from './written-filters.ts'

const garmentsPerPage = 200

/** A link to the garments of one kind, or to all of them. */
export type KindLink = { name: string; to: string; isCurrent: boolean }

/** A link to another view of the shop. count: the number of garments it shows. */
export type Suggestion = { words: string; to: string; count: number }

/** The content of the form. Prices as their fields show them; range: the shop's price range, as text. */
export type FilterForm = {
  address: string
  q: string
  /** The kind's value in the URL; empty for all. */
  kind: string
  choices: Choices
  min: string
  max: string
  range: string
  sort: Sort | ''
  active: { words: string; to: string }[]
  clear: string
}

/**
 * The content of the shop page. kind: that of its URL, with its names; kinds: the links to each; products: those of
 * this page; ways, newest and everything (the address without any choice): for a search without results.
 */
export type ShopView = {
  form: FilterForm
  kind: { id: Kind; name: string; plural: string } | null
  kinds: KindLink[]
  status: string
  note: string | null
  narrowed: boolean
  products: Product[]
  page: number
  pages: number
  previous: string | null
  next: string | null
  ways: Suggestion[]
  newest: Product[]
  everything: string
  /** Every garment that can be pre-ordered now, shown or not, because the counts depend on them. */
  preorders: Product[]
}

type Given = {
  backend: SupabaseClient
  params: URLSearchParams
  now: Date
  sizes: readonly string[]
}

const parts = new Set(['q', 'kind', 'size', 'length', 'colour', 'feature', 'min', 'max', 'preorder', 'sort', 'page'])

/**
 * The shop page of a URL, or `{ moved }`: the canonical URL, if this one is written differently or names choices that
 * do not exist. Ignores unknown parameters.
 */
export async function viewShop({ backend, params, now, sizes }: Given): Promise<ShopView | { moved: string }> {
  const index = pricedAt(await readSearchIndex(backend), now)
  const search = withWrittenFilters(withoutUnknown(readSearchParams(params), index), index)
  const isLive = (product: Product) => isPreorderLive(product, now)
  const given = { index, isLive: ({ product }: SearchItem) => isLive(product), sizes }
  const found = search.q ? await searchGarments(backend, search.q) : null
  const matches = found && found.match !== 'anything' ? found : null
  const { garments, choices } = filterProducts({ ...given, search, found: matches })
  const pages = Math.max(1, Math.ceil(garments.length / garmentsPerPage))
  const page = Math.min(search.page, pages)
  const address = shopPath({ ...search, page })
  if (query(address) !== written(params)) return { moved: address }
  const active = listActiveFilters(search, index)
  const kind = kinds.find(({ id }) => id === search.kind) ?? null
  const everything = shopPath({ ...defaultParams, sort: search.sort })
  const clear = shopPath(clearFilters(search))
  const first = (page - 1) * garmentsPerPage
  return {
    form: {
      address,
      ...{ q: search.q, kind: kind?.slug ?? '', choices, range: rangeOf(index), sort: search.sort ?? '' },
      min: search.min === null ? '' : writePrice(search.min),
      max: search.max === null ? '' : writePrice(search.max),
      active: active.map(({ words, without }) => ({ words, to: shopPath(without) })),
      clear,
    },
    kind: kind && { id: kind.id, name: kind.name, plural: kind.plural },
    kinds: listKindLinks(search, index),
    status: statusOf(garments.length, found?.meant ?? search.q),
    note: found && noteOn(found, search, garments.length),
    narrowed: isNarrowed(search),
    products: garments.slice(first, first + garmentsPerPage).map(({ product }) => product),
    page,
    pages,
    previous: page > 1 ? shopPath({ ...search, page: page - 1 }) : null,
    next: page < pages ? shopPath({ ...search, page: page + 1 }) : null,
    everything,
    preorders: index.garments.map(({ product }) => product).filter(isLive),
    ...(garments.length > 0
      ? { ways: [], newest: [] }
      : {
          ways: listSuggestions(withKind(active, search), given, matches).filter(({ to }) => to !== everything),
          newest: newestOf(index),
        }),
  }
}

/** The index with the prices of this moment, which filters and sorting use. */
function pricedAt({ garments, ...rest }: SearchIndex, now: Date): SearchIndex {
  return { ...rest, garments: garments.map((garment) => ({ ...garment, product: priceNow(garment.product, now) })) }
}

/** Searches the garments for these words. */
async function searchGarments(backend: SupabaseClient, q: string): Promise<SearchMatches> {
  const { data, error } = await getFrom(backend, 'search-garments', { q })
  if (!error && data) return data
  // Too many searches or a starting database: pages recognise both by the code that /rest/v1 uses.
  const status = error?.context?.status
  throw new Error('The garments could not be searched', { cause: status === 503 ? { code: 'PGRST003' } : error })
}

/** The links to each kind that the shop has, with the same filters; none if all garments are of one kind. */
function listKindLinks(search: SearchParams, index: SearchIndex): KindLink[] {
  if (index.kinds.length < 2) return []
  const shown = kinds.filter(({ id }) => index.kinds.includes(id))
  return [{ id: null, plural: 'All' }, ...shown].map(({ id, plural }) => ({
    name: plural,
    to: shopPath({ ...search, kind: id, page: 1 }),
    isCurrent: search.kind === id,
  }))
}

function query(address: string): string {
  return address.slice('/shop'.length + 1)
}

function written(params: URLSearchParams): string {
  return new URLSearchParams([...params].filter(([name]) => parts.has(name))).toString()
}

function statusOf(count: number, q: string): string {
  const garments = `${count === 0 ? 'No' : count} ${count === 1 ? 'garment' : 'garments'}`
  return q ? `${garments} for “${q}”` : garments
}

/** The note on how the words of a search were understood; null without one. */
function noteOn({ match, meant, left }: SearchMatches, { q }: SearchParams, count: number): string | null {
  if (match === 'anything') return `“${q}” describes all our garments, so here they all are.`
  if (count === 0) return null
  const notes = [
    meant && `No results for “${q}”. Showing “${meant}”.`,
    left && `We left out “${left}”: each garment’s page gives its length and measurements.`,
    match === 'some' && 'No garment matches all of these words. These match some.',
  ]
  return notes.filter(Boolean).join(' ') || null
}

function rangeOf({ garments }: SearchIndex): string {
  const prices = garments.map(({ product }) => product.pricePence).sort((a, b) => a - b)
  const [least, most] = [prices[0], prices.at(-1)]
  if (least === undefined || most === undefined) return ''
  return `Our prices run from ${formatPence(least)} to ${formatPence(most)}.`
}

/** The active filters, the kind among them. */
function withKind(active: ActiveFilter[], search: SearchParams): ActiveFilter[] {
  const kind = kinds.find(({ id }) => id === search.kind)
  return kind ? [{ words: `“${kind.plural}”`, without: { ...search, kind: null, page: 1 } }, ...active] : active
}

/** The searches without one of the filters that find products, most products first. */
function listSuggestions(
  active: ActiveFilter[],
  given: Omit<Parameters<typeof filterProducts>[0], 'search' | 'found'>,
  found: SearchMatches | null,
): Suggestion[] {
  return active
    .map(({ words, without }) => ({
      words,
      to: shopPath(without),
      count: filterProducts({ ...given, search: without, found: without.q ? found : null }).garments.length,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, 4)
}

function newestOf({ garments }: SearchIndex): Product[] {
  return garments
    .slice(-3)
    .reverse()
    .map(({ product }) => product)
}
