import type { Product } from '../product.ts'
import { outerCloth } from '../samples.ts'
import {
  everydayWords,
  isEveryday,
  isOtherKind,
  nearestTo,
  roleOf,
  soughtFor,
  soundOf,
  stemOf,
  wordsOf,
} from './everyday-words.ts'
import type { Group } from './search-params.ts'

/** A product with the ids of the choices that match it. */
export type SearchItem = Record<Group, string[]> & { product: Product }

/** What a search found. */
export type Found = {
  /** The ids of the garments, best match first. */
  ids: string[]
  /** some: no garment has all of the words. anything: the words leave nothing out; `ids` is empty. */
  match: 'all' | 'some' | 'none' | 'anything'
  /** The corrected words, if some were taken for typing errors. */
  meant: string | null
  /** Whether what was searched is not made, and the garments are the nearest to it. */
  isNearest: boolean
  /** Whether figures and words about a height were not searched. */
  isMeasured: boolean
  /** A size in the words that is no choice of the filter. */
  size: number | null
  /** Whether the words ask for something that is reduced. */
  isSale: boolean
}

/** Garments by their position, with how much they have to do with a word. */
type Scores = ReadonlyMap<number, number>

/** The words of the garments: of each stem, the garments that have it. */
export type WordIndex = {
  ids: readonly string[]
  names: readonly string[]
  stems: ReadonlyMap<string, Scores>
  /** Words that say what a garment is, those of names first, by which typing errors are corrected. */
  telling: readonly (Spoken & { weight: number })[]
}

type Spoken = { word: string; sound: string }

/** How much a word says, by where it is. From `telling` on it says what the garment is; below, what its text mentions. */
const weights = { name: 8, colour: 6, property: 4, text: 1 }
const telling = weights.property
/** How much of it counts for a garment that only suits the word: a velvet dress for 'evening'. */
const suiting = 0.7

/** Indexes the words of the garments. */
export function indexWords(garments: readonly SearchItem[]): WordIndex {
  const stems = new Map<string, Map<number, number>>()
  const stemOfWord = new Map<string, string>()
  const weightOfWord = new Map<string, number>()
  for (const [at, garment] of garments.entries()) {
    for (const [text, weight] of textsOf(garment)) {
      for (const word of new Set(wordsOf(text))) {
        const stem = stemOfWord.get(word) ?? stemOf(word)
        stemOfWord.set(word, stem)
        // A text that compares a garment with others is not about those.
        if (weight < telling && isOtherKind(stem, garment.product.kind)) continue
        const having = stems.get(stem) ?? new Map<number, number>()
        if (!having.has(at)) having.set(at, weight)
        stems.set(stem, having)
        if (weight >= telling && weight > (weightOfWord.get(word) ?? 0) && !roleOf(stem)) weightOfWord.set(word, weight)
      }
    }
  }
  return {
    ids: garments.map(({ product }) => product.id),
    names: garments.map(({ product }) => wordsOf(product.name).join(' ')),
    stems,
    telling: [...weightOfWord]
      .filter(([word]) => /^\p{L}{3,}$/u.test(word))
      .map(([word, weight]) => ({ ...spoken(word), weight }))
      .sort((a, b) => b.weight - a.weight),
  }
}

function spoken(word: string): Spoken {
  return { word, sound: soundOf(word) }
}

/** The texts of a garment and their weights, from the most telling to the least. */
function textsOf({ product, colour, length, feature }: SearchItem): [string, number][] {
  const { name, kind, measures, fabric, description, modestyNotes } = product
  const cloth = outerCloth(fabric)?.replace(/[\d%]/g, '') ?? ''
  const reach = length.map((id) => lengthWords[id] ?? id)
  const isLong = length.includes('ankle') || (kind === 'coat' && !length.includes('hip') && length.length > 0)
  const sleeves = (measures?.sleeve ?? 0) >= longSleeve && 'long sleeves'
  const families = colour.filter((family) => family !== 'other')
  const properties = [kind, measures?.cut, cloth, ...families, ...feature, ...reach, isLong && 'long', sleeves]
  return [
    [name, weights.name],
    [product.colour ?? '', weights.colour],
    [properties.filter(Boolean).join(', '), weights.property],
    [[description, modestyNotes, fabric].join(' '), weights.text],
  ]
}

const lengthWords: Record<string, string> = { calf: 'calf midi', ankle: 'ankle maxi floor' }
/** The shortest sleeve to the wrist, in cm. */
const longSleeve = 50

const mostWords = 12
/** The most words that are corrected: a search of more misspelt words has no clear meaning. */
const mostCorrected = 4

/** One word of a search. best: the garments it describes most closely; all: also those that only mention it. */
type Term = { shown: string; best: Scores; all: Scores; isCorrected?: boolean; isNearest?: boolean }

/**
 * Searches the garments by words. A word finds the garments that it describes, or, where there are none, those whose
 * text mentions it. Endings, accents and spellings that sound alike are the same word. A word that no garment has finds
 * the nearest there is, if it is a kind or a colour; only a word that means nothing here is taken for a typing error.
 */
export function findGarments(index: WordIndex, typed: string): Found {
  const { terms, excluded, isMeasured, size, isSale } = readTerms(index, typed)
  const isAllowed = ([at]: [number, number]) => !excluded.some((scores) => scores.has(at))
  const isCorrected = terms.some((term) => term.isCorrected)
  const found = {
    meant: isCorrected ? terms.map(({ shown }) => shown).join(' ') : null,
    isNearest: terms.some(({ isNearest }) => isNearest),
    ...{ isMeasured, size, isSale },
  }
  const wanted = terms.filter((term) => term.best !== everything)
  if (wanted.length === 0 && excluded.length === 0) return { ids: [], match: 'anything', ...found }
  const phrase = wordsOf(typed).join(' ')
  const rank = (scores: [number, number][]) =>
    scores
      .filter(isAllowed)
      .map(([at, score]) => [at, score + (` ${index.names[at]} `.includes(` ${phrase} `) ? weights.name : 0)] as const)
      .sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || a - b)
      .flatMap(([at]) => index.ids[at] ?? [])
  if (wanted.length === 0) return { ids: rank(index.ids.map((_, at) => [at, 0])), match: 'all', ...found }
  for (const level of ['best', 'all'] as const) {
    const [first, ...others] = wanted.map((term) => term[level])
    const having = [...(first ?? [])].filter(([at]) => others.every((scores) => scores.has(at)))
    const ids = rank(having.map(([at, score]) => [at, others.reduce((sum, each) => sum + (each.get(at) ?? 0), score)]))
    if (ids.length > 0) return { ids, match: 'all', ...found }
  }
  const some = haveMost(wanted)
  return { ...found, ids: rank(some), match: some.length > 0 ? 'some' : 'none' }
}

/** The garments that have the most of the words, if no garment has all. */
function haveMost(terms: readonly Term[]): [number, number][] {
  const counts = new Map<number, { words: number; score: number }>()
  for (const { best } of terms) {
    for (const [at, score] of best) {
      const before = counts.get(at) ?? { words: 0, score: 0 }
      counts.set(at, { words: before.words + 1, score: before.score + score })
    }
  }
  const most = Math.max(0, ...[...counts.values()].map(({ words }) => words))
  return [...counts].filter(([, { words }]) => words === most).map(([at, { score }]) => [at, score])
}

const everything: Scores = new Map()

/** A figure, with its unit attached or as the next word. */
const figure = /^\d+(?:cm|mm|m|in|inch|inches|ft|kg|gsm)?$/
const feet = /^(?:\d+)?(?:ft|feet|foot)$/
const unit = /^(?:cm|mm|m|metre|centimetre|in|inch|inche|ft|feet|foot|kg|gsm|pound)$/

function readTerms(index: WordIndex, typed: string) {
  const terms: Term[] = []
  const excluded: Scores[] = []
  const asked = { isMeasured: false, size: null as number | null, isSale: false }
  let isNegated = false
  let corrections = 0
  const words = wordsOf(typed).slice(0, mostWords)
  for (const [at, word] of words.entries()) {
    const stem = stemOf(word)
    const role = roleOf(stem)
    const isNamed = isTelling(index.stems.get(stem))
    if (role === 'negations') {
      isNegated = true
      continue
    }
    if (role === 'heights') asked.isMeasured = true
    if (role === 'sale') asked.isSale = true
    const afterFigure = /^\d+$/.test(words[at - 1] ?? '') && unit.test(stem)
    if (!isNamed && (afterFigure || figure.test(word))) {
      const size = Number(word)
      const isInches = feet.test(words[at - 1] ?? '')
      const isSize = size >= 4 && size <= 40 && !isInches && !unit.test(stemOf(words[at + 1] ?? ''))
      if (isSize) asked.size = size
      else asked.isMeasured = true
    } else if (role) {
      terms.push({ shown: word, best: everything, all: everything })
    } else if (isNegated && isTelling(index.stems.get(stem))) {
      excluded.push(onlyTelling(index.stems.get(stem) ?? everything))
    } else {
      const term = readTerm(index, word, corrections < mostCorrected)
      if (term.isCorrected) corrections += 1
      terms.push(term)
    }
    if (!role) isNegated = false
  }
  return { terms, excluded, ...asked }
}

function readTerm(index: WordIndex, word: string, mayCorrect: boolean): Term {
  const stem = stemOf(word)
  const { stems: own, shown } = formsOf(index, word, stem)
  const having = scoresOf(index, own)
  const suited = scoresOf(index, soughtFor(stem), suiting)
  const term = {
    shown,
    best: both(onlyTelling(having), onlyTelling(suited, telling * suiting)),
    all: both(having, suited),
  }
  if (term.all.size > 0) return term
  for (const stems of nearestTo(stem)) {
    const near = onlyTelling(scoresOf(index, stems))
    if (near.size > 0) return { shown: word, best: near, all: near, isNearest: true }
  }
  const like = mayCorrect && !isEveryday(stem) ? correctionOf(index, word) : undefined
  if (like === undefined) return term
  if (roleOf(stemOf(like))) return { shown: like, best: everything, all: everything, isCorrected: true }
  const corrected = readTerm(index, like, false)
  return corrected.all.size > 0 ? { ...corrected, isCorrected: true } : term
}

/** The stems that a word finds: its own; else those that it begins, or those that sound like it. */
function formsOf(index: WordIndex, word: string, stem: string): { stems: string[]; shown: string } {
  if (isTelling(index.stems.get(stem)) || isEveryday(stem)) return { stems: [stem], shown: word }
  const begun = word.length < 3 ? [] : [...index.stems.keys()].filter((other) => other.startsWith(stem))
  // One or two letters begin half of the words of any text, so they find names and colours only.
  const sound = withoutLastH(soundOf(word))
  const isAlike = (other: WordIndex['telling'][number]) =>
    word.length < 3
      ? other.weight > weights.property && other.word.startsWith(word)
      : withoutLastH(other.sound) === sound
  const alike = begun.length > 0 ? begun : index.telling.filter(isAlike).map((other) => stemOf(other.word))
  const like = index.telling.find((other) => alike.includes(stemOf(other.word)))
  return { stems: alike, shown: alike.includes(stem) ? word : (like?.word ?? word) }
}

const withoutLastH = (sound: string) => sound.replace(/h$/, '')

/** How much the garments that have one of these stems have to do with them, times `share`. */
function scoresOf({ stems: all }: WordIndex, stems: readonly string[], share = 1): Scores {
  const scores = new Map<number, number>()
  const add = share < 1 ? (a: number, b: number) => a + b : Math.max
  for (const stem of stems)
    for (const [at, weight] of all.get(stem) ?? []) scores.set(at, add(scores.get(at) ?? 0, weight * share))
  return scores
}

function isTelling(scores: Scores = everything, least = telling): boolean {
  for (const score of scores.values()) if (score >= least) return true
  return false
}

/** Without the garments whose text only mentions a word, where the word describes others. */
function onlyTelling(scores: Scores, least = telling): Scores {
  return isTelling(scores, least) ? new Map([...scores].filter(([, score]) => score >= least)) : scores
}

function both(some: Scores, others: Scores): Scores {
  const sum = new Map(some)
  for (const [at, score] of others) sum.set(at, (sum.get(at) ?? 0) + score)
  return sum
}

/** The word with the smallest distance that a typing error may have: of a garment, or else of everyday language. */
function correctionOf(index: WordIndex, word: string): string | undefined {
  if (word.length < 3) return undefined
  const typed = spoken(word)
  let [most, nearest]: [number, string | undefined] = [word.length < 8 ? 1 : 2, undefined]
  // A short word is too near to too many.
  for (const other of [...index.telling, ...(word.length < 6 ? [] : everydaySounds)]) {
    const steps = distance(typed, other, most)
    if (steps > most) continue
    nearest = other.word
    if (steps === 0) break
    // Another word must be nearer still.
    most = steps - 1
  }
  return nearest
}

const everydaySounds = everydayWords.map(spoken)

/**
 * The distance of two words in writing or in sound, the smaller. A first letter is rarely wrong, unless swapped, and a
 * short word with another letter is mostly another word: 'wood' is no 'wool'.
 */
function distance({ word, sound }: Spoken, other: Spoken, most: number): number {
  if (Math.abs(word.length - other.word.length) > most + 1) return most + 1
  const isShort = word.length < 5 && word.length === other.word.length
  if (isShort && [...word].sort().join('') !== [...other.word].sort().join('')) return most + 1
  const isSwapped = word[0] === other.word[1] && word[1] === other.word[0]
  if (sound[0] !== other.sound[0] && !isSwapped) return most + 1
  return Math.min(editDistance(word, other.word, most), editDistance(sound, other.sound, most))
}

/**
 * The Damerau-Levenshtein distance: how many letters must be inserted, deleted, replaced or swapped with their
 * neighbour to turn one word into the other; more than `most`, which is small, for any distance above it.
 */
function editDistance(one: string, other: string, most: number): number {
  if (one === other) return 0
  if (most === 0) return 1
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const [a, b] = [one.slice(same), other.slice(same)]
  const editedTo = (left: number, right: number) => editDistance(a.slice(left), b.slice(right), most - 1)
  const isSwapped = a[0] === b[1] && a[1] === b[0]
  return 1 + Math.min(editedTo(1, 0), editedTo(0, 1), editedTo(1, 1), isSwapped ? editedTo(2, 2) : most)
}
