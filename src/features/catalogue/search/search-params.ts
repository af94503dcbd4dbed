import { type Pence, parsePounds } from '#base/money.ts'
import { type GarmentFeature, garmentFeatures } from '../choices.ts'
import { type Kind, kinds } from '../kinds.ts'
import { longestSearch } from './longest-search.ts'
import { type NamedLength, namedLengths } from './named-length.ts'

export const sorts = ['newest', 'price-up', 'price-down'] as const
export type Sort = (typeof sorts)[number]

/**
 * The parameters of the shop page's URL. kind: null for all; sizes by their `choiceName`, in alphabetical order;
 * colours by their family, or by the `choiceName` of a written colour, which leads to its family; prices in pence, null
 * without a bound; sort null: the shop's order, or the best match first. page: from 1.
 */
export type SearchParams = {
  q: string
  kind: Kind | null
  size: string[]
  length: NamedLength[]
  colour: string[]
  feature: GarmentFeature[]
  min: Pence | null
  max: Pence | null
  preorder: boolean
  sort: Sort | null
  page: number
}

export const defaultParams: SearchParams = {
  q: '',
  kind: null,
  size: [],
  length: [],
  colour: [],
  feature: [],
  min: null,
  max: null,
  preorder: false,
  sort: null,
  page: 1,
}

const mostChoices = 30
const choice = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u

/** Parses the parameters of a URL. Ignores invalid ones, and swaps a minimum and maximum price in the wrong order. */
export function readSearchParams(params: URLSearchParams): SearchParams {
  const min = readPrice(params.get('min'))
  const max = readPrice(params.get('max'))
  const sort = params.get('sort')
  const isTurned = min !== null && max !== null && min > max
  return {
    q: readWords(params.get('q') ?? ''),
    kind: kinds.find(({ slug }) => slug === params.get('kind'))?.id ?? null,
    size: readChoices(params.getAll('size')),
    length: namedLengths.map(({ id }) => id).filter((id) => params.getAll('length').includes(id)),
    colour: readChoices(params.getAll('colour')),
    feature: garmentFeatures.map(({ id }) => id).filter((id) => params.getAll('feature').includes(id)),
    min: isTurned ? max : min,
    max: isTurned ? min : max,
    preorder: params.get('preorder') === '1',
    sort: sorts.find((each) => each === sort) ?? null,
    page: /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1,
  }
}

function readWords(text: string): string {
  const words = text.toWellFormed().replace(/[\s\0]+/g, ' ')
  return words.trim().slice(0, longestSearch).toWellFormed().trim()
}

function readChoices(values: string[]): string[] {
  const read = values.filter((value) => value.length <= 60 && choice.test(value))
  return [...new Set(read)].sort().slice(0, mostChoices)
}

function readPrice(text: string | null): Pence | null {
  const plain =
    text
      ?.trim()
      .replace(/^£\s*/, '')
      .replace(/,(?=\d{3}\b)/g, '')
      .replace(',', '.') ?? ''
  const price = plain.length <= 9 ? parsePounds(plain) : null
  return price !== null && price > 0 ? price : null
}

/** The canonical path of a search: each parameter once, in one order, without defaults. */
export function shopPath(search: SearchParams): string {
  const { q, kind, size, length, colour, feature, min, max, preorder, sort, page } = search
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  if (kind) params.set('kind', kinds.find(({ id }) => id === kind)?.slug ?? '')
  for (const each of size) params.append('size', each)
  for (const each of length) params.append('length', each)
  for (const each of colour) params.append('colour', each)
  for (const each of feature) params.append('feature', each)
  if (min !== null) params.set('min', writePrice(min))
  if (max !== null) params.set('max', writePrice(max))
  if (preorder) params.set('preorder', '1')
  if (sort) params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `/shop?${params}` : '/shop'
}

/** A price in the URL and in its field: pounds, with pence only if there are any. */
export function writePrice(pence: Pence): string {
  return pence % 100 === 0 ? String(pence / 100) : (pence / 100).toFixed(2)
}

/** Whether search words or a filter leave products out. A kind is a page of its own and no filter. */
export function isNarrowed(search: SearchParams): boolean {
  return search.q !== '' || isFiltered(search)
}

function isFiltered({ size, length, colour, feature, min, max, preorder }: SearchParams): boolean {
  return size.length + length.length + colour.length + feature.length > 0 || min !== null || max !== null || preorder
}
