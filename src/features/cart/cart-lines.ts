import { type Pence, type Pounds, parsePounds, poundsFromPence } from '#base/money.ts'
import { readHeel, readHeight, readSizeAdvice, type SizeAdvice } from '#features/catalogue/sizes/size.ts'

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
  /** The heel of the shoes to hem it for, in whole cm; of flat shoes none. Only with a height. */
  heelCm?: number
}
export type LineName = Pick<CartLine, 'id' | 'size'>

/** What a garment is hemmed for. */
export type Hem = Pick<CartLine, 'heightCm' | 'heelCm'>

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
 * New measurements and a new height with its shoes replace the line's; without them the line's stay. `quantity` defaults
 * to 1; the limits above apply.
 */
export function addLine(
  lines: readonly CartLine[],
  added: Omit<CartLine, 'quantity'> & { quantity?: number },
): CartLine[] {
  const quantity = added.quantity ?? 1
  const there = lines.find((line) => sameLine(line, added))
  if (!there) return lines.length < maxLines ? [...lines, { ...added, quantity: within(quantity) }] : [...lines]
  const advised = withDetail(added, 'sizeAdvice', added.sizeAdvice ?? there.sizeAdvice)
  const changed = hemmedFor(advised, added.heightCm ? added : there)
  return lines.map((line) => (line === there ? { ...changed, quantity: within(line.quantity + quantity) } : line))
}

/** The line with another height and other shoes; without a height both are left out. */
export function hemmedFor<Line extends Hem>(line: Line, { heightCm, heelCm }: Hem): Line {
  return withDetail(withDetail(line, 'heightCm', heightCm), 'heelCm', heightCm && heelCm)
}

type Detail = 'sizeAdvice' | 'heightCm' | 'heelCm'

/** The line with another value of a detail, or without the detail. */
export function withDetail<Line extends Partial<Pick<CartLine, Detail>>, Key extends Detail>(
  line: Line,
  detail: Key,
  value: CartLine[Key] | undefined,
): Line {
  const { [detail]: _, ...rest } = line
  return value ? { ...line, [detail]: value } : (rest as Omit<Line, Key> as Line)
}

/** The number of pieces in the cart. */
export function totalItems(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
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
  const { id, name, price, quantity, size, imageUrl, sizeAdvice, heightCm, heelCm } = value as Record<string, unknown>
  const pricePence = readPrice(price)
  const advice = readSizeAdvice(sizeAdvice)
  const height = readHeight(heightCm)
  const heel = height && readHeel(heelCm)
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
      ...(heel && { heelCm: heel }),
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

export function within(quantity: number): number {
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
