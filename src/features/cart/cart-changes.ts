import { type Pence, type Pounds, parsePounds, pence } from '#base/money.ts'
import {
  addLine,
  type CartLine,
  type Hem,
  hemmedFor,
  type LineName,
  sameLine,
  withDetail,
  within,
} from './cart-lines.ts'

/** The cart with another quantity in one line, at most 20; below 1 the line is removed. */
export function setQuantity(lines: readonly CartLine[], name: LineName, quantity: number): CartLine[] {
  if (quantity < 1) return removeLine(lines, name)
  return lines.map((line) => (sameLine(line, name) ? { ...line, quantity: within(quantity) } : line))
}

export function removeLine(lines: readonly CartLine[], name: LineName): CartLine[] {
  return lines.filter((line) => !sameLine(line, name))
}

/** The cart without the measurements of one line. */
export function forgetAdvice(lines: readonly CartLine[], name: LineName): CartLine[] {
  return lines.map((line) => (sameLine(line, name) ? withDetail(line, 'sizeAdvice', undefined) : line))
}

/** The cart with another height and other shoes in one line; without a height both are left out. */
export function setHeight(lines: readonly CartLine[], name: LineName, hem: Hem): CartLine[] {
  return lines.map((line) => (sameLine(line, name) ? hemmedFor(line, hem) : line))
}

/**
 * The cart with one line in another size, and for another height where `hem` is one. It joins the line that has this size
 * already.
 */
export function setSize(lines: readonly CartLine[], name: LineName, size: string, hem: Hem | null): CartLine[] {
  const line = lines.find((candidate) => sameLine(candidate, name))
  if (!line) return [...lines]
  const changed = hem ? hemmedFor({ ...line, size }, hem) : { ...line, size }
  const isThere = size !== line.size && lines.some((candidate) => sameLine(candidate, changed))
  if (isThere) return addLine(removeLine(lines, name), changed)
  return lines.map((candidate) => (candidate === line ? changed : candidate))
}

/** The cart with another price in one line. */
export function setPrice(lines: readonly CartLine[], name: LineName, price: Pounds): CartLine[] {
  return lines.map((line) => (sameLine(line, name) ? { ...line, price } : line))
}

/** The cart less the paid quantity of each bought line. */
export function takeOut(lines: readonly CartLine[], bought: readonly (LineName & { quantity: number })[]): CartLine[] {
  return bought.reduce<CartLine[]>(
    (left, { quantity, ...name }) => {
      const line = left.find((candidate) => sameLine(candidate, name))
      return line ? setQuantity(left, name, line.quantity - quantity) : left
    },
    [...lines],
  )
}

/** One line's price times its quantity. */
export function lineTotal(line: CartLine): Pence {
  return pence((parsePounds(line.price) ?? 0) * line.quantity)
}

/** The price of all pieces, before any discount and without delivery. */
export function subtotalPence(lines: readonly CartLine[]): Pence {
  return pence(lines.reduce((sum, line) => sum + lineTotal(line), 0))
}
