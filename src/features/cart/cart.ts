import { type Pence, type Pounds, parsePounds, pence, poundsFromPence } from '#base/money.ts'
import { storedValue, useStoredValue } from '#base/stored-value.ts'
import { readHeight, readSizeAdvice, type SizeAdvice } from '#features/catalogue/sizes/size.ts'
import { shortName } from '#shop'

/** A line as the browser stores it. `price`: pounds per piece. `id` (the product's) and `size` identify a line. */
export type CartLine = {
  id: string
  name: string
  price: Pounds
  quantity: number
  size: string
  imageUrl: string | null
  /** The customer's measurements, where added. */
  sizeAdvice?: SizeAdvice
  /** The height to hem it for, in whole cm, where given. */
  heightCm?: number
}
export type LineName = Pick<CartLine, 'id' | 'size'>

/** Maximum quantity of a line and maximum lines of a cart; checkout reads them too. */
export const maxQuantity = 20
export const maxLines = 50

/** A size may name the four cloths of a set of samples, each by a garment's name and colour. */
export const maxSizeLength = 1_000

const dearestPence = 1_000_000

/** A line's identity as one string, for keys and maps. */
export function lineKey({ id, size }: LineName): string {
  return JSON.stringify([id, size])
}

export function sameLine(a: LineName, b: LineName): boolean {
  return a.id === b.id && a.size === b.size
}

/**
 * The cart with a garment added: raises the quantity of its line (with the newest name and price), else appends a line.
 * New measurements and a new height replace the line's; without them the line's stay. `quantity` defaults to 1; the
 * limits above apply.
 */
export function addLine(
  lines: readonly CartLine[],
  added: Omit<CartLine, 'quantity'> & { quantity?: number },
): CartLine[] {
  const quantity = added.quantity ?? 1
  const there = lines.find((line) => sameLine(line, added))
  if (!there) return lines.length < maxLines ? [...lines, { ...added, quantity: within(quantity) }] : [...lines]
  const advised = withDetail(added, 'sizeAdvice', added.sizeAdvice ?? there.sizeAdvice)
  const changed = withDetail(advised, 'heightCm', added.heightCm ?? there.heightCm)
  return lines.map((line) => (line === there ? { ...changed, quantity: within(line.quantity + quantity) } : line))
}

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

/** The cart with another height in one line; null leaves it out. */
export function setHeight(lines: readonly CartLine[], name: LineName, heightCm: number | null): CartLine[] {
  return lines.map((line) => (sameLine(line, name) ? withDetail(line, 'heightCm', heightCm ?? undefined) : line))
}

type Detail = 'sizeAdvice' | 'heightCm'

/** The line with another value of a detail, or without the detail. */
function withDetail<Line extends Pick<CartLine, Detail>, Key extends Detail>(
  line: Line,
  detail: Key,
  value: CartLine[Key] | undefined,
): Line {
  const { [detail]: _, ...rest } = line
  return value ? { ...line, [detail]: value } : (rest as Omit<Line, Key> as Line)
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

/** The number of pieces in the cart. */
export function totalItems(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

/** One line's price times its quantity. */
export function lineTotal(line: CartLine): Pence {
  return pence((parsePounds(line.price) ?? 0) * line.quantity)
}

/** The price of all pieces, before any discount and without delivery. */
export function subtotalPence(lines: readonly CartLine[]): Pence {
  return pence(lines.reduce((sum, line) => sum + lineTotal(line), 0))
}

/**
 * Parses a stored cart from untrusted text: valid lines only, with quantities from 1 to 20, prices in whole pennies and
 * one line per garment and size. Never throws.
 */
export function parseCart(text: string | null): CartLine[] {
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return []
  return stored.flatMap(readLine).reduce<CartLine[]>((lines, line) => addLine(lines, line), [])
}

function readLine(value: unknown): CartLine[] {
  if (typeof value !== 'object' || value === null) return []
  const { id, name, price, quantity, size, imageUrl, sizeAdvice, heightCm } = value as Record<string, unknown>
  const pricePence = readPrice(price)
  const advice = readSizeAdvice(sizeAdvice)
  const height = readHeight(heightCm)
  if (!isText(id, 64) || !isText(name, 200) || !isText(size, maxSizeLength) || pricePence === null) return []
  return [
    {
      id,
      name,
      price: poundsFromPence(pricePence),
      quantity: readQuantity(quantity),
      size,
      imageUrl: isAddress(imageUrl) ? imageUrl : null,
      ...(advice && { sizeAdvice: advice }),
      ...(height && { heightCm: height }),
    },
  ]
}

function readPrice(price: unknown): Pence | null {
  if (typeof price !== 'number' || !(price >= 0 && price * 100 <= dearestPence)) return null
  return parsePounds(price.toFixed(2))
}

function readQuantity(quantity: unknown): number {
  return typeof quantity === 'number' && Number.isFinite(quantity) ? within(quantity) : 1
}

function within(quantity: number): number {
  return Math.min(maxQuantity, Math.max(1, Math.floor(quantity)))
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest
}

// The stored URL ends up in an <img>: only paths of this site and http(s) URLs.
function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 2000 && /^(\/(?!\/)|https?:\/\/)/.test(value)
}

function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null // Foreign text under this key is an empty cart, not an error.
  }
}

export const cartKey = () => `${shortName}-cart`

/** The cart of this browser, shared by its tabs. */
export const cart = storedValue({ key: cartKey(), parse: parseCart })

/** The cart's lines; empty on the server and in the first render. */
export function useCart(): CartLine[] {
  return useStoredValue(cart)
}

const opening = 'open-cart'

/** Opens the current page's cart drawer. Browser only. */
export function openCart(): void {
  dispatchEvent(new Event(opening))
}

/** Subscribes to `openCart`; returns the unsubscribe function. */
export function onCartOpening(open: () => void): () => void {
  addEventListener(opening, open)
  return () => removeEventListener(opening, open)
}
