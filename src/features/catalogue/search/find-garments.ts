import type { Product } from '../product.ts'
import { outerCloth } from '../samples.ts'
import { everydayWords, meaningOf, soundOf, stemOf, wordsOf } from './everyday-words.ts'
import type { Group } from './search-params.ts'

/** A product with the ids of the choices that match it, and the names of its kinds. */
export type SearchItem = Record<Group, string[]> & { product: Product; kinds: string[] }

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
}

/** Garments by their position, with how much they have to do with a word. */
type Scores = ReadonlyMap<number, number>
type Spoken = { word: string; sound: string }

/** The words of the garments: of each stem, the garments that have it. */
export type WordIndex = {
  ids: readonly string[]
  names: readonly string[]
  stems: ReadonlyMap<string, Scores>
  /** Words that say what a garment is, those of names first, by which typing errors are corrected. */
  telling: readonly (Spoken & { weight: number })[]
}

/** How much a word says, by where it is. From a property on it says what the garment is; a text only mentions it. */
const weights = { name: 8, colour: 6, property: 4, text: 1 }
/** How much of it counts for a garment that only suits the word: a velvet dress for 'evening'. */
const suiting = 0.7
const telling = weights.property * suiting

/** Indexes the words of the garments. */
export function indexWords(garments: readonly SearchItem[]): WordIndex {
  const stems = new Map<string, Map<number, number>>()
  const stemOfWord = new Map<string, string>()
  const weightOfWord = new Map<string, number>()
  for (const [at, garment] of garments.entries()) {
    for (const [text, weight, isDescription] of textsOf(garment)) {
      for (const word of new Set(wordsOf(text))) {
        const stem = stemOfWord.get(word) ?? stemOf(word)
        stemOfWord.set(word, stem)
        if (isDescription && isOfAnother(stem, garment.product)) continue
        const having = stems.get(stem) ?? new Map<number, number>()
        if (!having.has(at)) having.set(at, weight)
        stems.set(stem, having)
        const isTelling = weight > weights.text && !meaningOf(stem)?.role && /^\p{L}{3,}$/u.test(word)
        if (isTelling && weight > (weightOfWord.get(word) ?? 0)) weightOfWord.set(word, weight)
      }
    }
  }
  return {
    ids: garments.map(({ product }) => product.id),
    names: garments.map(({ product }) => wordsOf(product.name).join(' ')),
    stems,
    telling: [...weightOfWord]
      .map(([word, weight]) => ({ ...spoken(word), weight }))
      .sort((a, b) => b.weight - a.weight),
  }
}

/** A description compares a garment with others: a cape with a shawl, a skirt with the silk blouse above it. */
function isOfAnother(stem: string, { kind, fabric }: Product): boolean {
  const meaning = meaningOf(stem)
  return (kind !== null && (meaning?.kind ?? kind) !== kind) || Boolean(fabric && meaning?.isFibre)
}

function spoken(word: string): Spoken {
  return { word, sound: soundOf(word) }
}

/** The texts of a garment and their weights, the heaviest first. */
function textsOf({ product, colour, length, feature, kinds }: SearchItem): [string, number, boolean?][] {
  const { name, kind, measures, fabric, description, modestyNotes } = product
  const cloth = outerCloth(fabric)?.replace(/[\d%]/g, '') ?? ''
  const reach = length.map((id) => lengthWords[id] ?? id)
  const isLong = length.includes('ankle') || (kind === 'coat' && !length.includes('hip') && length.length > 0)
  const sleeves = (measures?.sleeve ?? 0) >= longSleeve && 'long sleeves'
  const families = colour.filter((family) => family !== 'other')
  const properties = [
    kind,
    ...kinds,
    measures?.cut,
    cloth,
    ...families,
    ...feature,
    ...reach,
    isLong && 'long',
    sleeves,
  ]
  return [
    [name, weights.name],
    [product.colour ?? '', weights.colour],
    [properties.filter(Boolean).join(', '), weights.property],
    [fabric ?? '', weights.text],
    [[description, modestyNotes].join(' '), weights.text, true],
  ]
}

const lengthWords: Record<string, string> = { calf: 'calf midi', ankle: 'ankle maxi floor' }
/** The shortest sleeve to the wrist, in cm. */
const longSleeve = 50

/** One word of a search. scores: null for a word that is not searched. */
export type Term = { shown: string; scores: Scores | null; isCorrected?: boolean; isNearest?: boolean }

/** The words of a search. excluded: the positions of garments that they leave out; phrase: all of the words. */
export type Wanted = { terms: Term[]; excluded: ReadonlySet<number>; phrase: string }

/**
 * Searches the garments by words. A word finds the garments that it describes, or, where there are none, those whose
 * text mentions it. Endings, accents and spellings that sound alike are the same word. A word that no garment has finds
 * the nearest there is, if it is a kind, a colour or a fibre; only a word that means nothing here is taken for a typing
 * error.
 */
export function findGarments(index: WordIndex, { terms, excluded, phrase }: Wanted): Found {
  const isCorrected = terms.some((term) => term.isCorrected)
  const meant = isCorrected ? terms.map(({ shown }) => shown).join(' ') : null
  const said = { meant, isNearest: terms.some((term) => term.isNearest) }
  const wanted = terms.flatMap(({ scores }) => scores ?? [])
  if (wanted.length === 0 && excluded.size === 0) return { ...said, ids: [], match: 'anything' }
  const allowed = [...index.ids.keys()].filter((at) => !excluded.has(at))
  const [described, mentioned] = [withMost(allowed, wanted.map(strongest)), withMost(allowed, wanted)]
  const { most, garments } = described.most < mentioned.most ? mentioned : described
  if (most === 0 && wanted.length > 0) return { ...said, ids: [], match: 'none' }
  const ranked = garments
    .map(({ at, score }) => ({
      at,
      score: score + (` ${index.names[at]} `.includes(` ${phrase} `) ? weights.name : 0),
    }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
  const ids = ranked.flatMap(({ at }) => index.ids[at] ?? [])
  return { ...said, ids, match: most === wanted.length ? 'all' : 'some' }
}

/** The garments that have the most of the words, the number of these, and how much a garment has to do with them. */
function withMost(allowed: readonly number[], words: readonly Scores[]) {
  const garments = allowed.map((at) => {
    const having = words.flatMap((scores) => scores.get(at) ?? [])
    return { at, count: having.length, score: having.reduce((sum, score) => sum + score, 0) }
  })
  const most = garments.reduce((found, { count }) => Math.max(found, count), 0)
  return { most, garments: garments.filter(({ count }) => count === most) }
}

/** The garments that a word finds. */
export function readTerm(index: WordIndex, word: string, mayCorrect: boolean): Term {
  const stem = stemOf(word)
  const meaning = meaningOf(stem)
  const begun = meaning || tells(index.stems.get(stem)) ? null : beginningWith(index, word, stem)
  const scores = scoresOf(index, begun?.stems ?? [stem], meaning?.sought)
  if (scores.size > 0) return { shown: begun?.shown ?? word, scores }
  for (const stems of meaning?.nearest ?? []) {
    const near = strongest(scoresOf(index, stems))
    if (near.size > 0) return { shown: word, scores: near, isNearest: true }
  }
  const like = mayCorrect && !meaning && closestTo(index, word)
  if (!like) return { shown: word, scores }
  const isRole = meaningOf(stemOf(like.word))?.role !== undefined
  const corrected = isRole ? { shown: like.word, scores: null } : readTerm(index, like.word, false)
  return corrected.scores?.size === 0 ? { shown: word, scores } : { ...corrected, isCorrected: like.steps > 0 }
}

/** The stems that begin with a word. One or two letters begin half of the words of any text, so they find names and colours only. */
function beginningWith({ stems, telling }: WordIndex, word: string, stem: string) {
  const begun = telling.filter((other) => other.word.startsWith(stem))
  const [first] = begun
  if (word.length >= 3)
    return { stems: [...stems.keys()].filter((other) => other.startsWith(stem)), shown: first?.word ?? word }
  const named = begun.filter(({ weight }) => weight > weights.property)
  return { stems: named.map((other) => stemOf(other.word)), shown: word }
}

/**
 * How much the garments that have one of these stems have to do with them, and those that have one of the stems that
 * are sought with it.
 */
function scoresOf({ stems: all }: WordIndex, stems: readonly string[], sought: readonly string[] = []): Scores {
  const scores = new Map<number, number>()
  const of = (stem: string) => all.get(stem) ?? []
  for (const [at, weight] of stems.flatMap((stem) => [...of(stem)]))
    scores.set(at, Math.max(scores.get(at) ?? 0, weight))
  for (const [at, weight] of sought.flatMap((stem) => [...of(stem)]))
    scores.set(at, (scores.get(at) ?? 0) + weight * suiting)
  return scores
}

/** Whether a word describes one of the garments. */
export function tells(scores: Scores = new Map()): boolean {
  return [...scores.values()].some((score) => score >= telling)
}

/** Without the garments whose text only mentions a word, where the word describes others. */
export function strongest(scores: Scores): Scores {
  return tells(scores) ? new Map([...scores].filter(([, score]) => score >= telling)) : scores
}

const everydaySounds = everydayWords.map(spoken)

/**
 * The word with the smallest distance that a typing error may have, of a garment, or else of everyday language; 0: it
 * sounds alike.
 */
function closestTo(index: WordIndex, word: string): { word: string; steps: number } | null {
  if (word.length < 3) return null
  const typed = spoken(word)
  let closest: { word: string; steps: number } | null = null
  // Another word must be nearer still. A short word is too near to too many.
  for (const other of [...index.telling, ...(word.length < 6 ? [] : everydaySounds)]) {
    const most = closest ? closest.steps - 1 : word.length < 8 ? 1 : 2
    const steps = distance(typed, other, most)
    if (steps <= most) closest = { word: other.word, steps }
    if (steps === 0) break
  }
  return closest
}

/**
 * The distance of two words in writing or in sound, the smaller. A first letter is rarely wrong, unless swapped, and a
 * short word with another letter is mostly another word: 'wood' is no 'wool'.
 */
function distance({ word, sound }: Spoken, other: Spoken, most: number): number {
  if (sound.replace(/h$/, '') === other.sound.replace(/h$/, '')) return 0
  const isShort = word.length < 5 && word.length === other.word.length
  const isSwapped = word[0] === other.word[1] && word[1] === other.word[0]
  if (Math.abs(word.length - other.word.length) > most + 1) return most + 1
  if (isShort && [...word].sort().join('') !== [...other.word].sort().join('')) return most + 1
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
