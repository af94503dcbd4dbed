import { type Pence, parsePounds } from '#base/money.ts'
import { garmentFeatures } from '../choices.ts'
import { beginOf, hemOnForm } from '../sizes/hem.ts'
import { longestSearch } from './longest-search.ts'

export const sorts = ['newest', 'price-up', 'price-down'] as const
export type Sort = (typeof sorts)[number]

/** The filters of several choices, in the order of the URL. */
export const groups = ['size', 'length', 'colour', 'feature'] as const
export type Group = (typeof groups)[number]

/**
 * The parameters of the shop page's URL. kind: its slug, null for all; the choices of each group by id: sizes by their
 * `choiceName`, in alphabetical order; colours by their family, or by the `choiceName` of a shade, which leads to its
 * family; prices in pence, null without a bound; sort null: the shop's order, or the best match first. page: from 1.
 */
export type SearchParams = Record<Group, string[]> & {
  q: string
  kind: string | null
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
  const [min, max] = [readPrice(params.get('min')), readPrice(params.get('max'))]
  const isTurned = min !== null && max !== null && min > max
  const known = (group: Group, all: readonly { id: string }[]) =>
    all.map(({ id }) => id).filter((id) => params.getAll(group).includes(id))
  return {
    q: readWords(params.get('q') ?? ''),
    kind: readKind(params.get('kind') ?? ''),
    size: readChoices(params.getAll('size')),
    length: known('length', namedLengths),
    colour: readChoices(params.getAll('colour')),
    feature: known('feature', garmentFeatures),
    min: isTurned ? max : min,
    max: isTurned ? min : max,
    preorder: params.get('preorder') === '1',
    sort: sorts.find((each) => each === params.get('sort')) ?? null,
    page: /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1,
  }
}

function readKind(text: string): string | null {
  return /^[a-z\d-]{1,40}$/.test(text) ? text : null
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
  const plain = (text ?? '')
    .trim()
    .replace(/^£\s*/, '')
    .replace(/,(?=\d{3}\b)/g, '')
    .replace(',', '.')
  const price = plain.length <= 9 ? parsePounds(plain) : null
  return price !== null && price > 0 ? price : null
}

/** The canonical path of a search: each parameter once, in one order, without defaults. */
export function shopPath(search: SearchParams): string {
  const { q, kind, min, max, preorder, sort, page } = search
  const pairs = [
    ['q', q],
    ['kind', kind],
    ...groups.flatMap((group) => search[group].map((id) => [group, id])),
    ['min', min && writePrice(min)],
    ['max', max && writePrice(max)],
    ['preorder', preorder && '1'],
    ['sort', sort],
    ['page', page > 1 && String(page)],
  ].flatMap(([name, value]) => (name && value ? [[name, value]] : [])) as [string, string][]
  return pairs.length > 0 ? `/shop?${new URLSearchParams(pairs)}` : '/shop'
}

/** A price in the URL and in its field: pounds, with pence only if there are any. */
export function writePrice(pence: Pence): string {
  return pence % 100 === 0 ? String(pence / 100) : (pence / 100).toFixed(2)
}

/** A size or colour in a URL: 'Forest green' is `forest-green`. Empty without a letter or digit. */
export function choiceName(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Where a hem ends on a woman of 170 cm, from the shortest to the longest. */
export const namedLengths = [
  { id: 'hip', name: 'To the hip' },
  { id: 'knee', name: 'To the knee' },
  { id: 'calf', name: 'To the calf' },
  { id: 'ankle', name: 'To the ankle or longer' },
] as const

export type NamedLength = (typeof namedLengths)[number]['id']

/** The lowest hem of each name, in cm above the floor; a lower hem reaches the ankle. */
const hems: [NamedLength, number][] = [
  ['hip', 62],
  ['knee', 38],
  ['calf', 18],
]

const words: [RegExp, NamedLength][] = [
  [/\b(ankles?|floor|full[- ]length|maxi)\b/, 'ankle'],
  [/\b(calf|midi)\b/, 'calf'],
  [/\bknees?\b/, 'knee'],
  [/\b(hips?|thighs?|waist)\b/, 'hip'],
]

/**
 * The named length of a garment, from the owner's text; null if the text cannot be parsed. A measurement ('143 cm from
 * the nape to the hem') counts from its start on a form of 170 cm; a description ('mid-calf') by its word. A number
 * without a start counts as a full length from 110 cm on.
 */
export function namedLength(written: string | null): NamedLength | null {
  const hem = hemOnForm(written)
  if (hem) return hems.find(([, above]) => hem.above >= above)?.[0] ?? 'ankle'
  const text = (written ?? '').toLowerCase()
  const begin = beginOf(text)
  const description = begin ? text.replace(begin, ' ') : text
  return words.find(([word]) => word.test(description))?.[1] ?? null
}
