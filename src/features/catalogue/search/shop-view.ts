import type { SupabaseClient } from '@supabase/supabase-js'
import { formatPence } from '#base/money.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { kinds } from '../kinds.ts'
import { isPreorderLive, priceNow } from '../preorders/preorder.ts'
import { clearFilters, filterProducts, listActiveFilters, withoutUnknown } from './filter-products.ts'
import type { SearchMatches } from './search.contract.ts'
import { readSearchIndex, type SearchIndex, type SearchItem } from './search-index.ts'
import { defaultParams, readSearchParams, type SearchParams, shopPath, writePrice } from './search-params.ts'
import { withWrittenFilters } from './written-filters.ts'

const garmentsPerPage = 200

/** The content of the shop page. */
export type ShopView = ReturnType<typeof describeShop>
/** The content of the form. Prices as their fields show them; `kind` is the value in the URL. */
export type FilterForm = ShopView['form']
/** A link to the garments of one kind, or to all of them. */
export type KindLink = { name: string; to: string; isCurrent: boolean }
/** A link to another view of the shop. count: the number of garments it shows. */
export type Suggestion = { words: string; to: string; count: number }

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
  const { garments, ...rest } = await readSearchIndex(backend)
  // Filters and sorting use the prices of this moment.
  const priced = garments.map((garment) => ({ ...garment, product: priceNow(garment.product, now) }))
  const index = { ...rest, garments: priced }
  const search = withWrittenFilters(withoutUnknown(readSearchParams(params), index), index)
  const found = search.q ? await searchGarments(backend, search.q) : null
  const view = describeShop(search, found, { index, now, sizes })
  const written = new URLSearchParams([...params].filter(([name]) => parts.has(name))).toString()
  const { address } = view.form
  return address === (written ? `/shop?${written}` : '/shop') ? view : { moved: address }
}

/** Searches the garments for these words. */
async function searchGarments(backend: SupabaseClient, q: string): Promise<SearchMatches> {
  const { data, error } = await getFrom(backend, 'search-garments', { q })
  if (!error && data) return data
  // Too many searches or a starting database: pages recognise both by the code that /rest/v1 uses.
  const status = error?.context?.status
  throw new Error('The garments could not be searched', { cause: status === 503 ? { code: 'PGRST003' } : error })
}

type Shop = Pick<Given, 'now' | 'sizes'> & { index: SearchIndex }

function describeShop(search: SearchParams, found: SearchMatches | null, { index, now, sizes }: Shop) {
  const isLive = ({ product }: SearchItem) => isPreorderLive(product, now)
  const matches = found?.match === 'anything' ? null : found
  const filter = (by: SearchParams) =>
    filterProducts({ index, search: by, found: by.q ? matches : null, isLive, sizes })
  const { garments, choices } = filter(search)
  const pages = Math.max(1, Math.ceil(garments.length / garmentsPerPage))
  const page = Math.min(search.page, pages)
  const first = (page - 1) * garmentsPerPage
  const kind = kinds.find(({ id }) => id === search.kind) ?? null
  const active = listActiveFilters(search, index)
  const clear = shopPath(clearFilters(search))
  /** The address without any choice. */
  const everything = shopPath({ ...defaultParams, sort: search.sort })
  const withoutKind = kind && { words: `“${kind.plural}”`, without: { ...search, kind: null, page: 1 } }
  /** The searches without one of the filters that find products, most products first. */
  const suggest = (): Suggestion[] =>
    [...(withoutKind ? [withoutKind] : []), ...active]
      .map(({ words, without }) => ({ words, to: shopPath(without), count: filter(without).garments.length }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, 4)
      .filter(({ to }) => to !== everything)
  const productsOf = (items: readonly SearchItem[]) => items.map(({ product }) => product)
  return {
    form: {
      address: shopPath({ ...search, page }),
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
    /** Whether search words or a filter leave products out. A kind is a page of its own and no filter. */
    narrowed: clear !== shopPath({ ...search, page: 1 }),
    products: productsOf(garments.slice(first, first + garmentsPerPage)),
    ...{ page, pages },
    previous: page > 1 ? shopPath({ ...search, page: page - 1 }) : null,
    next: page < pages ? shopPath({ ...search, page: page + 1 }) : null,
    everything,
    /** Every garment that can be pre-ordered now, shown or not, because the counts depend on them. */
    preorders: productsOf(index.garments.filter(isLive)),
    // For a search without results.
    ways: garments.length > 0 ? [] : suggest(),
    newest: garments.length > 0 ? [] : productsOf(index.garments.slice(-3).reverse()),
  }
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
