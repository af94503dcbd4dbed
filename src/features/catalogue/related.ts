import type { Product } from './product.ts'

const most = 4

/** The garment to find related ones for; it need not be active. */
export type RelatedInput = Pick<Product, 'id' | 'name' | 'colour' | 'description' | 'fabric' | 'pricePence'>

/** Whether the related garments are worn with it or replace it. */
type RelatedMode = 'beside' | 'instead'

/**
 * Up to four active garments related to one: first those worn with it (a skirt with a blouse, a cape over a dress),
 * then similar ones by kind, colour or description, then the nearest in price. The result does not depend on the order
 * of `others`, and has at most two of one kind while others are left. `instead`: garments of the same family first, to
 * replace one that is unavailable.
 */
export function listRelated(
  garment: RelatedInput,
  others: readonly Product[],
  mode: RelatedMode = 'beside',
): Product[] {
  const sharedWith = createSharedWords(garment, others)
  const found = others
    .filter(({ id, active }) => active && id !== garment.id)
    .map((other) => ({ other, nearness: nearness(garment, other, mode) + sharedWith(other) }))
    .sort((a, b) => b.nearness - a.nearness || byPrice(garment, a.other, b.other) || byName(a.other, b.other))
    .map(({ other }) => other)
  return mode === 'instead' ? found.slice(0, most) : limitSameKind(found)
}

function nearness(a: RelatedInput, b: RelatedInput, mode: RelatedMode): number {
  const [family, beside] = [familyOf(a.name), familyOf(b.name)]
  const isSameKind = kindOf(a) === kindOf(b)
  const fits = mode === 'beside' ? goWith(family, beside) : Number(family !== null && family === beside)
  return 3 * fits + (isSameKind ? 1.5 : 0) + (isSameColour(a, b) ? 1 : 0)
}

/** The best first; a third of one kind only if no other is left. */
function limitSameKind(found: Product[]): Product[] {
  const counts = new Map<string, number>()
  const [first, rest]: [Product[], Product[]] = [[], []]
  for (const each of found) {
    const kind = kindOf(each)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (count <= 2) first.push(each)
    else rest.push(each)
  }
  return [...first, ...rest].slice(0, most)
}

// A garment's name ends with its kind: 'Mary Dress', 'Ruth Skirt'.
function kindOf({ name }: RelatedInput): string {
  return name.trim().split(/\s+/).at(-1)?.toLowerCase() ?? ''
}

function isSameColour(a: RelatedInput, b: RelatedInput): boolean {
  return a.colour !== null && b.colour !== null && a.colour.trim().toLowerCase() === b.colour.trim().toLowerCase()
}

function byPrice({ pricePence }: RelatedInput, a: RelatedInput, b: RelatedInput): number {
  return Math.abs(a.pricePence - pricePence) - Math.abs(b.pricePence - pricePence)
}

/** By code unit, so that the order is the same on every machine. */
function byName(a: RelatedInput, b: RelatedInput): number {
  return compare(a.name, b.name) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** What a garment covers; `null` if its name does not say. */
type Family = 'top' | 'bottom' | 'whole' | 'apron' | 'outer' | 'head' | null

const words: Record<NonNullable<Family>, string[]> = {
  top: ['blouse', 'shirt', 'top', 'tunic', 'jumper', 'knit', 'cardigan', 'waistcoat'],
  bottom: ['skirt', 'culottes', 'trousers', 'petticoat'],
  whole: ['dress', 'gown', 'robe', 'kaftan', 'caftan', 'abaya', 'shift'],
  apron: ['pinafore', 'apron', 'jumperdress'],
  outer: ['coat', 'cape', 'cloak', 'jacket', 'shawl', 'wrap', 'stole', 'kimono', 'bolero'],
  head: ['scarf', 'headscarf', 'hat', 'bonnet', 'beret', 'veil', 'headband'],
}

const families = new Map(
  Object.entries(words).flatMap(([family, names]) => names.map((name) => [name, family as Family])),
)

/** From 0 to 1, how naturally two families are worn together. */
const pairs: Record<string, number> = {
  'bottom top': 1,
  'apron top': 1,
  'outer whole': 0.9,
  'bottom outer': 0.8,
  'apron outer': 0.7,
  'outer top': 0.6,
  'head outer': 0.5,
  'head whole': 0.5,
  'head top': 0.4,
  'bottom head': 0.4,
  'apron head': 0.4,
}

/** The family of the last matching word in a garment's name: 'Ruth Skirt', 'Cape of Good Wool'. */
function familyOf(name: string): Family {
  const spoken = name.toLowerCase().split(/[^\p{L}]+/u)
  for (const word of spoken.reverse()) {
    const family = families.get(word) ?? families.get(word.replace(/e?s$/, ''))
    if (family) return family
  }
  return null
}

/** How naturally two families are worn together, from 0 (never, or unknown) to 1; symmetric. */
function goWith(a: Family, b: Family): number {
  if (!a || !b) return 0
  return pairs[[a, b].sort().join(' ')] ?? 0
}

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
function createSharedWords(garment: Described, others: readonly Described[]): (other: Described) => number {
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
