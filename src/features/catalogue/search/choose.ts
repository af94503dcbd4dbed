import { compareNames } from '#ui/names.ts'
import type { Found } from './find-garments.ts'
import { namedLengths } from './named-length.ts'
import type { Hung, Shelf } from './shelf.ts'
import type { Wanted } from './wanted.ts'

/** One thing to choose. count: how many garments it leads to beside what is chosen in the other groups. */
export type Choice = { id: string; name: string; count: number; chosen: boolean }
export type Choices = { size: Choice[]; length: Choice[]; colour: Choice[]; preorder: Choice }

export type Chosen = { garments: Hung[]; choices: Choices }

type Given = {
  shelf: Shelf
  wanted: Wanted
  /** What the words found; null where none were looked for. */
  found: Pick<Found, 'ids'> | null
  isLive: (garment: Hung) => boolean
  /** The order in which sizes are offered; others stand behind them. */
  sizes: readonly string[]
}

type Group = 'size' | 'length' | 'colour' | 'price' | 'preorder'

/** The garments wanted, in their order, and how many each choice would lead to. */
export function choose({ shelf, wanted, found, isLive, sizes }: Given): Chosen {
  const looked = found ? inOrderOf(found.ids, shelf.garments) : shelf.garments
  const tests: Record<Group, (garment: Hung) => boolean> = {
    size: (garment) => isOneOf(wanted.size, garment.size),
    length: (garment) => isOneOf(wanted.length, garment.length),
    colour: (garment) => isOneOf(wanted.colour, garment.colour),
    price: ({ product: { pricePence } }) =>
      (wanted.min === null || pricePence >= wanted.min) && (wanted.max === null || pricePence <= wanted.max),
    preorder: (garment) => !wanted.preorder || isLive(garment),
  }
  // A garment that fails in one group only counts for the choices of that group.
  const failed = looked.map((garment) => ({
    garment,
    groups: (Object.keys(tests) as Group[]).filter((group) => !tests[group](garment)),
  }))
  const besides = (group: Group) =>
    failed.filter(({ groups }) => groups.every((each) => each === group)).map(({ garment }) => garment)

  function group(of: 'size' | 'colour', order: (a: Choice, b: Choice) => number): Choice[] {
    const counts = countOf(besides(of).flatMap((garment) => garment[of]))
    const known = [...shelf.names[of]].map(([id, name]) => choiceOf(id, name, counts, wanted[of]))
    return known.sort(order)
  }

  const lengths = countOf(besides('length').flatMap(({ length }) => length))
  const inStock = new Set(shelf.garments.flatMap(({ length }) => length))
  return {
    garments: sorted(besidesNone(failed), wanted),
    choices: {
      size: group('size', (a, b) => placeIn(sizes, a.name) - placeIn(sizes, b.name) || byName(a, b)),
      length: namedLengths
        .filter(({ id }) => inStock.has(id))
        .map(({ id, name }) => choiceOf(id, name, lengths, wanted.length)),
      colour: group('colour', byName),
      preorder: {
        id: '1',
        name: 'Pre-order only',
        count: besides('preorder').filter(isLive).length,
        chosen: wanted.preorder,
      },
    },
  }
}

/** The wish without the sizes and colours that no garment here has, so that every address that shows something is one. */
export function knownOnly(wanted: Wanted, { names }: Shelf): Wanted {
  return {
    ...wanted,
    size: wanted.size.filter((id) => names.size.has(id)),
    colour: wanted.colour.filter((id) => names.colour.has(id)),
  }
}

function isOneOf(wanted: readonly string[], has: readonly string[]): boolean {
  return wanted.length === 0 || has.some((id) => wanted.includes(id))
}

function inOrderOf(ids: readonly string[], garments: readonly Hung[]): Hung[] {
  const byId = new Map(garments.map((garment) => [garment.product.id, garment]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function besidesNone(failed: { garment: Hung; groups: Group[] }[]): Hung[] {
  return failed.filter(({ groups }) => groups.length === 0).map(({ garment }) => garment)
}

function countOf(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

function choiceOf(id: string, name: string, counts: Map<string, number>, wanted: readonly string[]): Choice {
  return { id, name, count: counts.get(id) ?? 0, chosen: wanted.includes(id) }
}

function placeIn(order: readonly string[], name: string): number {
  const place = order.indexOf(name)
  return place < 0 ? order.length : place
}

function byName(a: Choice, b: Choice): number {
  return compareNames(a.name, b.name)
}

function sorted(garments: Hung[], { sort }: Wanted): Hung[] {
  if (sort === 'newest') return garments.sort((a, b) => compare(b.product.createdAt, a.product.createdAt))
  if (sort === 'price-up') return garments.sort((a, b) => a.product.pricePence - b.product.pricePence)
  if (sort === 'price-down') return garments.sort((a, b) => b.product.pricePence - a.product.pricePence)
  return garments
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
