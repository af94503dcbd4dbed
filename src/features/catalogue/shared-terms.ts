import type { Product } from './product.ts'

type Described = Pick<Product, 'description' | 'fabric'>

/** Words that say nothing about a garment, or the same about all. */
const stopWords = new Set(
  (
    'about after again against also because been before being between both cannot cut does down each every from garment ' +
    'garments have here into itself just length like little made make makes more most much never only other over size ' +
    'sizes some such than that their them then there these they this those through under very wear wears well were what ' +
    'when where which while will with without worn would your yours'
  ).split(' '),
)

const known = new WeakMap<Described, ReadonlySet<string>>()
const counted = new WeakMap<readonly Described[], ReadonlyMap<string, number>>()

/**
 * Returns a function that rates how many words a description shares with this garment's: from 0 to 1.5; rare words
 * weigh more than common ones. Caches the words per garment.
 */
export function createSharedWords(garment: Described, others: readonly Described[]): (other: Described) => number {
  const own = wordsOf(garment)
  const counts = countsOf(others)
  const weigh = (word: string) => Math.log((others.length + 2) / ((counts.get(word) ?? 0) + 1))
  let whole = 0
  for (const word of own) whole += weigh(word)
  return (other) => {
    if (whole <= 0) return 0
    let shared = 0
    for (const word of wordsOf(other)) if (own.has(word)) shared += weigh(word)
    return 1.5 * Math.min(1, Math.max(0, shared / whole))
  }
}

function wordsOf(garment: Described): ReadonlySet<string> {
  let words = known.get(garment)
  if (!words) {
    const text = `${garment.description} ${garment.fabric ?? ''}`.toLowerCase()
    words = new Set((text.match(/\p{L}{4,}/gu) ?? []).filter((word) => !stopWords.has(word)))
    known.set(garment, words)
  }
  return words
}

function countsOf(others: readonly Described[]): ReadonlyMap<string, number> {
  let counts = counted.get(others)
  if (!counts) {
    const made = new Map<string, number>()
    for (const other of others) for (const word of wordsOf(other)) made.set(word, (made.get(word) ?? 0) + 1)
    counts = made
    counted.set(others, counts)
  }
  return counts
}
