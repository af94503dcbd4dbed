import { kindredFibres } from './choices.ts'
import { bodyOf, hemAbove } from './figure/hem.ts'
import type { Kind } from './kinds.ts'
import type { Product } from './product.ts'
import { meaningOf, stemOf, wordsOf } from './search/everyday-words.ts'
import { hemOnForm } from './sizes/hem.ts'

const most = 4

/** The garment to find related ones for; it need not be active. */
export type RelatedInput = Pick<
  Product,
  'id' | 'name' | 'kind' | 'colour' | 'fabric' | 'measures' | 'length' | 'pricePence'
>

/**
 * Up to four active garments that a customer of this one may like instead: of its kind first, then of its cloth or a
 * kindred one, then of its length and colour, then the nearest in price. The result does not depend on the order of
 * `others`.
 */
export function listRelated(garment: RelatedInput, others: readonly Product[]): Product[] {
  return others
    .filter(({ id, active }) => active && id !== garment.id)
    .map((other) => ({ other, likeness: likeness(garment, other) }))
    .sort((a, b) => b.likeness - a.likeness || byPrice(garment, a.other, b.other) || byName(a.other, b.other))
    .slice(0, most)
    .map(({ other }) => other)
}

/** The kind outweighs the cloth, and the cloth the length and the colour. */
function likeness(a: RelatedInput, b: RelatedInput): number {
  const kind = kindOf(a) !== null && kindOf(a) === kindOf(b) ? 4 : 0
  return kind + 2 * likeCloth(fibreOf(a), fibreOf(b)) + likeLength(a, b) + (isSameColour(a, b) ? 0.5 : 0)
}

/** The kind that its owner chose, else that of the last word in its name that is one: 'Abigail Shirt Dress' is a dress. */
function kindOf({ name, kind }: Pick<RelatedInput, 'name' | 'kind'>): Kind | null {
  if (kind) return kind
  return (
    wordsOf(name)
      .reverse()
      .flatMap((word) => meaningOf(stemOf(word))?.kind ?? [])[0] ?? null
  )
}

/** The fibre that a cloth has most of: 'polyester' of 'Crêpe: 96% polyester, 4% elastane. Lining: …'. */
function fibreOf({ fabric }: Pick<RelatedInput, 'fabric'>): string | null {
  const [cloth = ''] = (fabric ?? '').toLowerCase().split(/\.(?:\s|$)/)
  const named = [...cloth.matchAll(/(?:(\d{1,3})\s*%\s*)?(\p{L}+)/gu)].filter(([, , word]) => familyOf(word))
  const [first] = named.sort(([, one], [, other]) => Number(other ?? 0) - Number(one ?? 0))
  return first?.[2] ?? null
}

function familyOf(fibre: string | null | undefined): string[] | undefined {
  return kindredFibres.find((family) => family.some((each) => each === fibre))
}

/** From 0 to 1. */
function likeCloth(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  return a === b ? 1 : familyOf(a) === familyOf(b) ? 0.6 : 0
}

/** From 0 to 1; 0 where a length is not known. */
function likeLength(a: RelatedInput, b: RelatedInput): number {
  const [one, other] = [hemOf(a), hemOf(b)]
  return one === null || other === null ? 0 : Math.max(0, 1 - Math.abs(one - other) / 60)
}

/** The height of the hem above the floor on a woman of 170 cm, in cm. */
function hemOf({ measures, length }: Pick<RelatedInput, 'measures' | 'length'>): number | null {
  return measures ? hemAbove(measures, bodyOf(170)) : (hemOnForm(length)?.above ?? null)
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
