import type { SupabaseClient } from '@supabase/supabase-js'
import { formatPence } from '#base/money.ts'
import type { ShopKind } from '#features/settings/kinds.ts'
import { isPreorderLive, priceNow } from '../preorders/preorder.ts'
import { inShelfOrder } from '../shelf/shelf.ts'
import { printedSize } from '../sizes/size.ts'
import { pageOf } from './everyday-words.ts'
import { clearFilters, filterProducts, listActiveFilters, withoutUnknown } from './filter-products.ts'
import { type Found, findGarments, type SearchItem } from './find-garments.ts'
import { type Reading, readWords, type SaidSize, saidSizes, sizesBetween, withFilters } from './read-words.ts'
import { readSearchIndex, type SearchIndex } from './search-index.ts'
import { defaultParams, readSearchParams, type SearchParams, shopPath, writePrice } from './search-params.ts'

const garmentsPerPage = 200

/** The content of the shop page. */
export type ShopView = ReturnType<typeof describeShop>
/** The content of the form. Prices as their fields show them; `kind` is the value in the URL. */
export type FilterForm = ShopView['form']
/** A link to the garments of one kind, or to all of them. */
export type KindLink = { name: string; to: string; isCurrent: boolean }
/** A link to another view of the shop. count: the number of garments it shows. */
export type Suggestion = { words: string; to: string; count: number }

/** `shelf`: ids in the order that the owner gave the garments. */
type Given = { params: URLSearchParams; now: Date; sizes: readonly string[]; shelf?: readonly string[] }

const parts = new Set(['q', 'kind', 'size', 'length', 'colour', 'feature', 'min', 'max', 'preorder', 'sort', 'page'])

/**
 * The shop page of a URL, or `{ moved }`: the canonical URL, if this one is written differently or names choices that
 * do not exist, or the page that the search words name. Ignores unknown parameters.
 */
type Shown = Given & { backend: SupabaseClient; kinds: readonly ShopKind[] }

export async function viewShop({ backend, kinds, ...given }: Shown) {
  return viewIndex(await readSearchIndex(backend, kinds), given)
}

/** The same for an index that was read. */
export function viewIndex(read: SearchIndex, { params, now, sizes, shelf = [] }: Given): ShopView | { moved: string } {
  // Filters and sorting use the prices of this moment.
  const garments = read.garments.map((garment) => ({ ...garment, product: priceNow(garment.product, now) }))
  const index = { ...read, garments }
  const search = withoutUnknown(readSearchParams(params), index)
  const page = pageOf(search.q)
  if (page) return { moved: page }
  const reading = search.q ? readWords(index, search.q) : null
  if (reading && reading.filters.length > 0) return { moved: shopPath(withFilters(search, reading)) }
  const found = reading && { ...reading, ...findGarments(index.words(), reading) }
  // Featured alone is in the owner's order.
  const shown = search.sort === null ? inShelfOrder(garments, shelf, ({ product }) => product.id) : garments
  const newest = garments.slice(-3).reverse()
  const view = describeShop(search, found, { index: { ...index, garments: shown }, newest, now, sizes })
  const written = new URLSearchParams([...params].filter(([name]) => parts.has(name))).toString()
  const { address } = view.form
  return address === (written ? `/shop?${written}` : '/shop') ? view : { moved: address }
}

type Shop = Omit<Given, 'params' | 'shelf'> & { index: SearchIndex; newest: readonly SearchItem[] }

type Searched = Found & Pick<Reading, 'roles' | 'size'>

function describeShop(search: SearchParams, found: Searched | null, { index, newest, now, sizes }: Shop) {
  const isLive = ({ product }: SearchItem) => isPreorderLive(product, now)
  const size = found?.size ? fittingSizes(found.size, index) : null
  const matches = found && listMatches(found, size?.ids, index)
  const filter = (by: SearchParams) =>
    filterProducts({ index, search: by, found: by.q ? matches : null, isLive, sizes })
  const { garments, choices } = filter(search)
  const pages = Math.max(1, Math.ceil(garments.length / garmentsPerPage))
  const page = Math.min(search.page, pages)
  const first = (page - 1) * garmentsPerPage
  const kind = index.kinds.find(({ slug }) => slug === search.kind) ?? null
  const active = listActiveFilters(search, index)
  const clear = shopPath(clearFilters(search))
  const words = found?.meant ?? search.q
  // Without results the words alone may have some; with results that are no matches of the words, the note says what they are.
  const isExplained = garments.length === 0 ? active.length > 1 || kind !== null : !matches || size || found?.isNearest
  /** The address without any choice. */
  const everything = shopPath({ ...defaultParams, sort: search.sort })
  const withoutKind = kind && { words: `“${kind.plural}”`, without: { ...search, kind: null, page: 1 } }
  /** The searches without one of the filters that find products, most products first. */
  const suggest = () =>
    [...(withoutKind ? [withoutKind] : []), ...active]
      .map(({ words, without }) => ({ words, to: shopPath(without), garments: filter(without).garments }))
      .filter(({ garments }) => garments.length > 0)
      .sort((a, b) => b.garments.length - a.garments.length)
      .slice(0, 4)
      .filter(({ to }) => to !== everything)
  const ways = garments.length > 0 ? [] : suggest()
  const near = ways.length > 0 ? new Set(ways.flatMap((way) => way.garments)) : newest
  const productsOf = (items: readonly SearchItem[]) => items.map(({ product }) => product)
  return {
    form: {
      address: shopPath({ ...search, page }),
      ...{ q: search.q, kind: kind?.slug ?? '', choices, range: rangeOf(index), sort: search.sort ?? '' },
      min: search.min === null ? '' : writePrice(search.min),
      max: search.max === null ? '' : writePrice(search.max),
      active: active.map(({ words, without }) => ({ words, to: shopPath(without) })),
      clear,
      count: garments.length,
    },
    kind: kind && { id: kind.id, name: kind.name, plural: kind.plural },
    kinds: listKindLinks(search, index),
    status: statusOf(garments.length, isExplained ? '' : words),
    note: found && noteOn(found, { q: search.q, size: size?.note, garments, prices: rangeOf(index) }),
    /** Whether search words or a filter leave products out. A kind is a page of its own and no filter. */
    narrowed: clear !== shopPath({ ...search, page: 1 }),
    products: productsOf(garments.slice(first, first + garmentsPerPage)),
    ...{ page, pages },
    previous: page > 1 ? shopPath({ ...search, page: page - 1 }) : null,
    next: page < pages ? shopPath({ ...search, page: page + 1 }) : null,
    everything,
    /** Every garment that can be pre-ordered now, shown or not, because the counts depend on them. */
    preorders: productsOf(index.garments.filter(isLive)),
    // For a search without results: the searches and garments that are nearest to it, or the newest garments.
    ways: ways.map((way): Suggestion => ({ words: way.words, to: way.to, count: way.garments.length })),
    nearest: garments.length > 0 ? [] : productsOf([...near].slice(0, 3)),
  }
}

function isReduced({ product }: SearchItem): boolean {
  return product.afterPence != null
}

/** The sizes that a size in the words means, or the nearest one, with what is said about it. */
function fittingSizes(size: SaidSize, index: SearchIndex): { ids: string[]; note: string } | null {
  const printed = (sizes: readonly { name: string }[]) => sizes.map(({ name }) => printedSize(name)).join(' and ')
  const sizes = saidSizes(index)
  const fitting = sizesBetween(size.from, size.to, sizes)
  const idsOf = (sizes: readonly { choice: string }[]) => sizes.map(({ choice }) => choice)
  const note = `Our sizes are UK sizes by number: ${size.said} is mostly ${printed(fitting)}. Each garment’s page has the measurements.`
  if (fitting.length > 0) return { ids: idsOf(fitting), note }
  const apart = (id: string, from: number) =>
    Math.min(...(id.match(/\d+/g) ?? []).map((figure) => Math.abs(+figure - from)))
  const nearestTo = (from: number) =>
    sizes
      .filter(({ id }) => /\d/.test(id))
      .sort((a, b) => apart(a.id, from) - apart(b.id, from))
      .slice(0, 1)
  const [least, most, nearest] = [nearestTo(0), nearestTo(100), nearestTo(size.from)]
  if (nearest.length === 0) return null
  const missing = `Our sizes run from ${printed(least)} to ${printed(most)}, so we have no size ${size.said}.`
  return { ids: idsOf(nearest), note: `${missing} These come in the nearest, ${printed(nearest)}.` }
}

/** The ids of the found garments: those of a size, and reduced ones if the search is for them and there are any. */
function listMatches(
  { match, ids, roles }: Searched,
  sizes: readonly string[] | undefined,
  { garments }: SearchIndex,
): string[] | null {
  const onlyReduced = roles.has('sale') && garments.some(isReduced)
  if (match === 'anything' && !sizes && !onlyReduced) return null
  const allowed = garments
    .filter((garment) => !sizes || garment.size.some((id) => sizes.includes(id)))
    .filter((garment) => !onlyReduced || isReduced(garment))
    .map(({ product }) => product.id)
  const isAllowed = new Set(allowed)
  return match === 'anything' ? allowed : ids.filter((id) => isAllowed.has(id))
}

/** The links to each kind that the shop has, with the same filters; none if all garments are of one kind. */
function listKindLinks(search: SearchParams, index: SearchIndex): KindLink[] {
  if (index.kinds.length < 2) return []
  return [{ slug: null, plural: 'All' }, ...index.kinds].map(({ slug, plural }) => ({
    name: plural,
    to: shopPath({ ...search, kind: slug, page: 1 }),
    isCurrent: search.kind === slug,
  }))
}

function statusOf(count: number, q: string): string {
  const garments = `${count === 0 ? 'No' : count} ${count === 1 ? 'garment' : 'garments'}`
  return q ? `${garments} for “${q}”` : garments
}

const nearestMade = 'These are the nearest we make.'

type Noted = { q: string; size: string | undefined; garments: readonly SearchItem[]; prices: string }

/** The note on how the words of a search were understood; null without one. */
function noteOn({ match, meant, isNearest, roles }: Searched, { q, size, garments, prices }: Noted): string | null {
  const isSaid = size || roles.has('figures') || roles.has('prices') || roles.has('sale')
  if (match === 'anything' && !isSaid) return `“${q}” describes all our garments, so here they all are.`
  if (garments.length === 0) return null
  const notes = [
    meant && `No results for “${q}”. Showing “${meant}”.`,
    !meant && isNearest && match !== 'some' && `No results for “${q}”. ${nearestMade}`,
    match === 'some' && `No garment matches all of these words. ${isNearest ? nearestMade : 'These match some.'}`,
    size,
    roles.has('figures') &&
      'Each garment’s page gives its length and measurements, so we left heights and figures out.',
    roles.has('prices') && prices,
    roles.has('sale') &&
      (garments.some(isReduced)
        ? 'These have an early price until their pre-order closes.'
        : 'Nothing is reduced just now: these are our usual prices.'),
  ]
  return notes.filter(Boolean).join(' ') || null
}

function rangeOf({ garments }: SearchIndex): string {
  const prices = garments.map(({ product }) => product.pricePence).sort((a, b) => a - b)
  const [least, most] = [prices[0], prices.at(-1)]
  if (least === undefined || most === undefined) return ''
  return `Our prices run from ${formatPence(least)} to ${formatPence(most)}.`
}
