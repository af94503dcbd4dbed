import { parsePounds } from '#base/money.ts'
import { garmentFeatures } from '../choices.ts'
import { sizeName } from '../sizes/size.ts'
import { listSizes } from '../sizes/size-chart.ts'
import { meaningOf, type Role, stemOf, wordsOf } from './everyday-words.ts'
import { readTerm, strongest, type Term, tells, type Wanted } from './find-garments.ts'
import type { SearchIndex } from './search-index.ts'
import { choiceName, type SearchParams } from './search-params.ts'

/** A size as it was said, and the UK sizes that it means: 'xl' is 16 to 18. */
export type SaidSize = { said: string; from: number; to: number }

/** What the words of a search mean in this shop. */
export type Reading = Wanted & {
  /** The choices of the shop page that words name. */
  filters: Partial<SearchParams>[]
  /** The words without those, and without words that leave nothing out. */
  rest: string
  roles: ReadonlySet<Role>
  /** A size that is no choice of the filter. */
  size: SaidSize | null
}

const mostWords = 12
/** The most words that are corrected: a search of more misspelt words has no clear meaning. */
const mostCorrected = 4
/** Words that say how much of a colour or a feature there is: 'dark green', 'fully lined'. */
const degrees = ['off', 'light', 'dark', 'pale', 'deep', 'bright', 'fully', 'side']
const isFigure = (word = '') => /^\d+$/.test(word)
const isSizeWord = (word = '') => /^(?:uk|sizes?)$/.test(word)

/** Reads the words of a search one by one. The name of a garment chooses no filter. */
export function readWords(index: SearchIndex, typed: string): Reading {
  const known = index.words()
  const words = wordsOf(typed).slice(0, mostWords)
  const phrase = words.join(' ')
  const isName = known.names.includes(phrase)
  const terms: Term[] = []
  const filters: Partial<SearchParams>[] = []
  const rest: string[] = []
  const excluded = new Set<number>()
  const roles = new Set<Role>()
  let size: SaidSize | null = null
  let isNegated = false
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const own = known.stems.get(stemOf(word)) ?? new Map<number, number>()
    const role = meaningOf(stemOf(word))?.role
    const choice = isName || isNegated ? null : choiceIn(words.slice(at), words[at - 1], index)
    const said = tells(own) ? null : sizeIn(words.slice(at), words[at - 1])
    if (choice) {
      filters.push(choice.filter)
      at += choice.count - 1
      continue
    }
    if (role !== 'common') rest.push(word)
    if (role) roles.add(role)
    if (said) size = said
    else if (/^\d/.test(word) && !tells(own)) roles.add(/pounds|euros/.test(word) ? 'prices' : 'figures')
    else if (isNegated && !role && tells(own)) for (const each of strongest(own).keys()) excluded.add(each)
    else if (role !== 'negations') {
      const mayCorrect = terms.filter(({ isCorrected }) => isCorrected).length < mostCorrected
      terms.push(role ? { shown: word, scores: null } : readTerm(known, word, mayCorrect))
    }
    isNegated = role === 'negations' || (isNegated && role !== undefined)
  }
  return { filters, rest: rest.join(' '), phrase, terms, excluded, roles, size }
}

/** The filter that the first of these words choose, and their number. */
function choiceIn(words: string[], before: string | undefined, index: SearchIndex) {
  const [word = '', next, third] = words
  const sizes = saidSizes(index)
  const sized = (chosen: readonly { choice: string }[], count: number) =>
    chosen.length > 0 ? { filter: { size: chosen.map(({ choice }) => choice) }, count } : null
  if (degrees.includes(word) && next) {
    const filter = filterOf(next, index)
    return filter && { filter, count: 2 }
  }
  if (word === 'eu' || word === 'us') {
    const figure = isSizeWord(next) ? third : next
    const rows = listSizes().filter((row) => row[word].split(/[–-]/).includes(figure ?? ''))
    return sized(
      sizes.filter(({ choice }) => rows.some(({ size }) => choiceName(size) === choice)),
      figure === next ? 2 : 3,
    )
  }
  if (word === 'plussize')
    return sized(
      sizes.filter(({ id }) => Number(id.split('-').at(-1)) >= 18),
      1,
    )
  if (isFigure(word)) {
    const isSpan = isFigure(next) && Number(word) < Number(next)
    return sized(sizesBetween(Number(word), Number(isSpan ? next : word), sizes), isSpan ? 2 : 1)
  }
  if (isSizeWord(before) || isLetters(word))
    return sized(
      sizes.filter(({ id }) => id === word),
      1,
    )
  const filter = filterOf(word, index)
  return filter && { filter, count: 1 }
}

/** The filter that one word chooses, beside sizes: a family of colours, a feature, an order, a price. */
function filterOf(word: string, { choices, garments }: SearchIndex): Partial<SearchParams> | null {
  const family = word === 'gray' ? 'grey' : word
  const colour = choices.colour.find(({ id, name }) => id === family || choiceName(name) === family)
  if (colour && colour.id !== 'other') return { colour: [colour.id] }
  const feature = garmentFeatures.find(({ words }) => words.split(' ').includes(word))?.id
  if (feature && choices.feature.some(({ id }) => id === feature)) return { feature: [feature] }
  if (word === 'newest') return { sort: 'newest' }
  if (word === 'preorder') return { preorder: true }
  const [, bound, amount = '', pounds] = /^(under|over)?(\d+(?:\.\d+)?)(pounds)?$/.exec(word) ?? []
  const price = bound || pounds ? parsePounds(amount) : null
  if (price === null) return null
  // 'Skirt £65' is the most that she will pay, unless nothing is as cheap.
  if (!bound && !garments.some(({ product }) => product.pricePence <= price)) return null
  return bound === 'over' ? { min: price } : { max: price }
}

/** The UK sizes that letters are in most shops. */
const letters: [said: string, from: number, to: number][] = [
  ['xs xsmall', 6, 8],
  ['s small', 8, 10],
  ['m medium', 10, 14],
  ['l large', 14, 16],
  ['xl xlarge', 16, 18],
  ['xxl xxlarge 2xl', 20, 22],
  ['xxxl xxxlarge 3xl', 24, 26],
]
const isLetters = (word: string) => /^(?:x|\dx)/.test(word) && letters.some(([said]) => said.split(' ').includes(word))

/** The size of a figure, or of letters: 'small' is one only after 'size'. */
function sizeIn([word = '']: string[], before: string | undefined): SaidSize | null {
  const figure = isFigure(word) ? Number(word) : 0
  if (figure >= 4 && figure <= 40) return { said: word, from: figure, to: figure }
  if (!isLetters(word) && !isSizeWord(before)) return null
  const [, from, to] = letters.find(([said]) => said.split(' ').includes(word)) ?? []
  return from && to ? { said: word.length > 4 ? word : word.toUpperCase(), from, to } : null
}

/** The choices of the filter by what they are called now: `id` as it is typed, '10-12'; `choice`: its id in the filter. */
export function saidSizes({ choices }: Pick<SearchIndex, 'choices'>): { id: string; name: string; choice: string }[] {
  return choices.size.map(({ id, name }) => ({ id: choiceName(sizeName(name)), name, choice: id }))
}

/** The sizes of a figure or a span: the size itself, or those that have it in their span: 18 is in 16-18. */
export function sizesBetween<Size extends { id: string }>(from: number, to: number, sizes: readonly Size[]): Size[] {
  const exact = sizes.filter(({ id }) => id === (from === to ? `${from}` : `${from}-${to}`))
  if (exact.length > 0) return exact
  return sizes.filter(({ id }) => {
    const [least = 0, most = least] = id.split('-').map(Number)
    return from === to ? least <= from && from <= most : from <= least && most <= to
  })
}

/** A search with the filters that its words name: sizes replace the chosen ones, colours and features are added. */
export function withFilters(search: SearchParams, { filters, rest }: Reading): SearchParams {
  const all = (group: 'size' | 'colour' | 'feature', before: string[] = []) =>
    [...new Set([...before, ...filters.flatMap((filter) => filter[group] ?? [])])].sort()
  const [size, features] = [all('size'), all('feature', search.feature)]
  return {
    ...search,
    ...Object.assign({}, ...filters),
    q: rest,
    size: size.length > 0 ? size : search.size,
    colour: all('colour', search.colour),
    feature: garmentFeatures.map(({ id }) => id).filter((id) => features.includes(id)),
  }
}
