import type { SupabaseClient } from '@supabase/supabase-js'
import { formatPence } from '#ui/money.ts'
import type { Product } from '../product.ts'
import { type Active, activeOf, cleared } from './active.ts'
import { type Choices, choose, knownOnly } from './choose.ts'
import type { Found } from './find-garments.ts'
import { type Hung, readShelf, type Shelf } from './shelf.ts'
import { isNarrowed, readWanted, type Sort, shopAddress, type Wanted, writePrice } from './wanted.ts'
import { withWrittenSizes } from './written-sizes.ts'

const garmentsPerPage = 200

/** A link to another view of the shop. count: how many garments it shows. */
export type Way = { words: string; to: string; count: number }

/** What the form shows. Prices as they stand in their fields; range: those of the shop, in words. */
export type FindingForm = {
  address: string
  q: string
  choices: Choices
  min: string
  max: string
  range: string
  sort: Sort | ''
  active: { words: string; to: string }[]
  clear: string
}

/** What the shop page shows: products: of this page; ways and newest: where there is nothing. */
export type ShopView = {
  form: FindingForm
  status: string
  note: string | null
  narrowed: boolean
  products: Product[]
  page: number
  pages: number
  previous: string | null
  next: string | null
  ways: Way[]
  newest: Product[]
  /** Every garment that can be pre-ordered now, shown or not: what the counts are true of. */
  preorders: Product[]
}

type Given = {
  backend: SupabaseClient
  params: URLSearchParams
  isLive: (product: Product) => boolean
  sizes: readonly string[]
}

const parts = new Set(['q', 'size', 'length', 'colour', 'min', 'max', 'preorder', 'sort', 'page'])

/**
 * The shop as an address asks for it, or `{ moved }`: the address that says the same, where this one says it differently,
 * or asks for what is not there. Parts that are none of ours are passed over.
 */
export async function viewShop({ backend, params, isLive, sizes }: Given): Promise<ShopView | { moved: string }> {
  const shelf = await readShelf(backend)
  const wanted = withWrittenSizes(knownOnly(readWanted(params), shelf), shelf)
  const given = { shelf, isLive: ({ product }: Hung) => isLive(product), sizes }
  const found = wanted.q ? await searchGarments(backend, wanted.q) : null
  const lookedFor = found && found.match !== 'anything' ? found : null
  const { garments, choices } = choose({ ...given, wanted, found: lookedFor })
  const pages = Math.max(1, Math.ceil(garments.length / garmentsPerPage))
  const page = Math.min(wanted.page, pages)
  const address = shopAddress({ ...wanted, page })
  if (query(address) !== written(params)) return { moved: address }
  const active = activeOf(wanted, shelf)
  const clear = shopAddress(cleared(wanted))
  const first = (page - 1) * garmentsPerPage
  return {
    form: {
      address,
      ...{ q: wanted.q, choices, range: rangeOf(shelf), sort: wanted.sort ?? '' },
      min: wanted.min === null ? '' : writePrice(wanted.min),
      max: wanted.max === null ? '' : writePrice(wanted.max),
      active: active.map(({ words, without }) => ({ words, to: shopAddress(without) })),
      clear,
    },
    status: statusOf(garments.length, wanted),
    note: found && noteOn(found, wanted, garments.length),
    narrowed: isNarrowed(wanted),
    products: garments.slice(first, first + garmentsPerPage).map(({ product }) => product),
    page,
    pages,
    previous: page > 1 ? shopAddress({ ...wanted, page: page - 1 }) : null,
    next: page < pages ? shopAddress({ ...wanted, page: page + 1 }) : null,
    preorders: shelf.garments.map(({ product }) => product).filter(isLive),
    ...(garments.length > 0
      ? { ways: [], newest: [] }
      : { ways: waysOn(active, given, lookedFor).filter(({ to }) => to !== clear), newest: newestOf(shelf) }),
  }
}

/** Asks for the garments that words mean. */
async function searchGarments(backend: SupabaseClient, q: string): Promise<Found> {
  const { data, error } = await backend.functions.invoke<Found>(`search-garments?q=${encodeURIComponent(q)}`, {
    method: 'GET',
  })
  if (!error && data) return data
  // Too many at once, or a database that is starting: pages know that by the number the data surface gives it.
  const { status } = (error as { context?: { status?: number } } | null)?.context ?? {}
  throw new Error('The garments could not be searched', { cause: status === 503 ? { code: 'PGRST003' } : error })
}

function query(address: string): string {
  return address.slice('/shop'.length + 1)
}

function written(params: URLSearchParams): string {
  return new URLSearchParams([...params].filter(([name]) => parts.has(name))).toString()
}

function statusOf(count: number, { q }: Wanted): string {
  const garments = `${count === 0 ? 'No' : count} ${count === 1 ? 'garment' : 'garments'}`
  return q ? `${garments} for “${q}”` : garments
}

/** What must be said of a search beside how much it found. */
function noteOn({ match, meant, left }: Found, { q }: Wanted, count: number): string | null {
  if (match === 'anything') return `“${q}” tells no garment from another, so nothing was left out for it.`
  if (count === 0) return null
  const said = [
    meant && `Nothing here is written “${q}”. We looked for “${meant}”.`,
    left && `“${left}” was left out: each garment’s page says how long it is and which bodies it is cut for.`,
    match === 'some' && 'No garment has all of these words; these have some.',
  ]
  return said.filter(Boolean).join(' ') || null
}

function rangeOf({ garments }: Shelf): string {
  const prices = garments.map(({ product }) => product.pricePence).sort((a, b) => a - b)
  const [least, most] = [prices[0], prices.at(-1)]
  if (least === undefined || most === undefined) return ''
  return `Ours are from ${formatPence(least)} to ${formatPence(most)}.`
}

/** What would be there if one thing less were asked for, the most first. */
function waysOn(
  active: Active[],
  given: Omit<Parameters<typeof choose>[0], 'wanted' | 'found'>,
  found: Found | null,
): Way[] {
  return active
    .map(({ words, without }) => ({
      words,
      to: shopAddress(without),
      count: choose({ ...given, wanted: without, found: without.q ? found : null }).garments.length,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, 4)
}

function newestOf({ garments }: Shelf): Product[] {
  return garments
    .slice(-3)
    .reverse()
    .map(({ product }) => product)
}
