import { familyOf, goWith } from './garment-families.ts'
import type { Product } from './product.ts'
import { createSharedWords } from './shared-terms.ts'

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
