import { formatPence, type Pence } from '#ui/money.ts'
import { printedSize } from '../sizes/printed-size.ts'
import { type NamedLength, namedLengths } from './named-length.ts'
import type { Shelf } from './shelf.ts'
import { everything, type Wanted } from './wanted.ts'

/** A chosen filter in words, and what would be wanted without it. */
export type Active = { words: string; without: Wanted }

/** Every filter and search in force, in the order of the address. */
export function activeOf(wanted: Wanted, { names }: Pick<Shelf, 'names'>): Active[] {
  const rest = { ...wanted, page: 1 }
  const { min, max } = wanted
  const active: Active[] = []
  if (wanted.q) active.push({ words: `“${wanted.q}”`, without: { ...rest, q: '' } })
  for (const id of wanted.size) {
    active.push({
      words: `Size ${printedSize(names.size.get(id) ?? id)}`,
      without: { ...rest, size: without(wanted.size, id) },
    })
  }
  for (const { id, name } of namedLengths.filter((each) => wanted.length.includes(each.id))) {
    active.push({ words: name, without: { ...rest, length: without<NamedLength>(wanted.length, id) } })
  }
  for (const id of wanted.colour) {
    active.push({ words: names.colour.get(id) ?? id, without: { ...rest, colour: without(wanted.colour, id) } })
  }
  if (min !== null || max !== null) {
    active.push({ words: between(min, max), without: { ...rest, min: null, max: null } })
  }
  if (wanted.preorder) active.push({ words: 'Pre-order', without: { ...rest, preorder: false } })
  return active
}

/** What stays of a wish when everything is cleared: the order one looks in. */
export function cleared({ sort }: Wanted): Wanted {
  return { ...everything, sort }
}

function without<T>(values: readonly T[], value: T): T[] {
  return values.filter((each) => each !== value)
}

function between(min: Pence | null, max: Pence | null): string {
  if (min === null) return max === null ? 'Any price' : `Up to ${price(max)}`
  return max === null ? `From ${price(min)}` : `${price(min)} to ${price(max)}`
}

function price(amount: Pence): string {
  return formatPence(amount).replace('.00', '')
}
