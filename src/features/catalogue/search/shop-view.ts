import type { SupabaseClient } from '@supabase/supabase-js'
import { formatPence } from '#base/money.ts'
import { kinds } from '../kinds.ts'
import { isPreorderLive, priceNow } from '../preorders/preorder.ts'
import { printedSize } from '../sizes/size.ts'
import { pageOf } from './everyday-words.ts'
import { clearFilters, filterProducts, listActiveFilters, withoutUnknown } from './filter-products.ts'
import { type Found, findGarments, type SearchItem } from './find-garments.ts'
import { readSearchIndex, type SearchIndex } from './search-index.ts'
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
 * do not exist, or the page that the search words are about. Ignores unknown parameters.
 */
export async function viewShop({ backend, ...given }: Given): Promise<ShopView | { moved: string }> {
  return viewIndex(await readSearchIndex(backend), given)
}

/** The same for an index that was read. */
export function viewIndex(
  { garments, ...rest }: SearchIndex,
  { params, now, sizes }: Omit<Given, 'backend'>,
): ShopView | { moved: string } {
  // Filters and sorting use the prices of this moment.
  const priced = garments.map((garment) => ({ ...garment, product: priceNow(garment.product, now) }))
  const index = { ...rest, garments: priced }
  const asked = withoutUnknown(readSearchParams(params), index)
  const page = pageOf(asked.q)
  if (page) return { moved: page }
  const search = withWrittenFilters(asked, index)
  const found = search.q ? findGarments(index.words(), search.q) : null
  const view = describeShop(search, found, { index, now, sizes })
  const written = new URLSearchParams([...params].filter(([name]) => parts.has(name))).toString()
  const { address } = view.form
  return address === (written ? `/shop?${written}` : '/shop') ? view : { moved: address }
}

type Shop = Pick<Given, 'now' | 'sizes'> & { index: SearchIndex }

function describeShop(search: SearchParams, found: Found | null, { index, now, sizes }: Shop) {
  const isLive = ({ product }: SearchItem) => isPreorderLive(product, now)
  const size = nearestSize(found?.size ?? null, index)
  const matches = found && listMatches(found, size?.nearest ?? null, index)
  const filter = (by: SearchParams) =>
    filterProducts({ index, search: by, found: by.q ? matches : null, isLive, sizes })
  const { garments, choices } = filter(search)
  const pages = Math.max(1, Math.ceil(garments.length / garmentsPerPage))
  const page = Math.min(search.page, pages)
  const first = (page - 1) * garmentsPerPage
  const kind = kinds.find(({ id }) => id === search.kind) ?? null
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
  const near = ways.length > 0 ? new Set(ways.flatMap((way) => way.garments)) : index.garments.slice(-3).reverse()
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
    note: found && noteOn(found, { q: search.q, size, isReduced: garments.some(isReduced), count: garments.length }),
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

type SizeChoice = SearchIndex['choices']['size'][number]
/** What is said about a size that no garment has: the smallest size, the largest, and the one nearest to it. */
type MissingSize = { asked: number; least: SizeChoice; most: SizeChoice; nearest: SizeChoice }

function nearestSize(asked: number | null, { choices }: SearchIndex): MissingSize | null {
  const figures = (id: string) => (id.match(/\d+/g) ?? []).map(Number)
  const apart = (id: string, from: number) => Math.min(999, ...figures(id).map((figure) => Math.abs(figure - from)))
  const nearestTo = (from: number) => choices.size.toSorted((a, b) => apart(a.id, from) - apart(b.id, from))[0]
  const [least, most, nearest] = [nearestTo(0), nearestTo(100), nearestTo(asked ?? 0)]
  if (asked === null || !least || !most || !nearest || figures(nearest.id).length === 0) return null
  return { asked, least, most, nearest }
}

/** The ids of the found garments: those of a size, and reduced ones if the search is for them and there are any. */
function listMatches(
  { match, ids, isSale }: Found,
  size: SizeChoice | null,
  { garments }: SearchIndex,
): string[] | null {
  const onlyReduced = isSale && garments.some(isReduced)
  if (match === 'anything' && !size && !onlyReduced) return null
  const allowed = garments
    .filter((garment) => (!size || garment.size.includes(size.id)) && (!onlyReduced || isReduced(garment)))
    .map(({ product }) => product.id)
  const isAllowed = new Set(allowed)
  return match === 'anything' ? allowed : ids.filter((id) => isAllowed.has(id))
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

const nearestMade = 'These are the nearest we make.'

type Noted = { q: string; size: MissingSize | null; isReduced: boolean; count: number }

/** The note on how the words of a search were understood; null without one. */
function noteOn({ match, meant, isNearest, isMeasured, isSale }: Found, { q, size, ...noted }: Noted): string | null {
  const said = [size, isMeasured, isSale].some(Boolean)
  if (match === 'anything' && !said) return `“${q}” describes all our garments, so here they all are.`
  if (noted.count === 0) return null
  const notes = [
    meant && `No results for “${q}”. Showing “${meant}”.`,
    !meant && isNearest && match !== 'some' && `No results for “${q}”. ${nearestMade}`,
    match === 'some' && `No garment matches all of these words. ${isNearest ? nearestMade : 'These match some.'}`,
    size && sizeNote(size),
    isMeasured && 'Each garment’s page gives its length and measurements, so we left heights and figures out.',
    isSale && noted.isReduced && 'These have an early price until their pre-order closes.',
    isSale && !noted.isReduced && 'Nothing is reduced just now: these are our usual prices.',
  ]
  return notes.filter(Boolean).join(' ') || null
}

function sizeNote({ asked, least, most, nearest }: MissingSize): string {
  const [from, to, near] = [least, most, nearest].map(({ name }) => printedSize(name))
  return `Our sizes run from ${from} to ${to}, so we have no size ${asked}. These come in the nearest, ${near}.`
}

function rangeOf({ garments }: SearchIndex): string {
  const prices = garments.map(({ product }) => product.pricePence).sort((a, b) => a - b)
  const [least, most] = [prices[0], prices.at(-1)]
  if (least === undefined || most === undefined) return ''
  return `Our prices run from ${formatPence(least)} to ${formatPence(most)}.`
}
