import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { readTyped } from '#platform/text/typed-text.ts'
import { shop } from '#shop'

/** An order number in a request: any one-line text that could be one. */
export const OrderNumber = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]{1,40}$/u)

/** Comma-separated order numbers, each once. */
export function orderNumbers(most: number) {
  return z
    .string()
    .max(most * 42)
    .transform((text) => [...new Set(text.split(',').filter((number) => number.trim() !== ''))])
    .pipe(z.array(OrderNumber).min(1, 'Please choose an order.').max(most, `At most ${most} orders at once.`))
}

/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 6

/**
 * The prefix, `TKW-`, and six characters, the last a check character. 33 million numbers in random order: easy to read out, and they
 * do not reveal how many orders there are. `random` returns an integer from 0 to below its argument.
 */
export function newOrderNumber(random: (below: number) => number = randomInt): string {
  const values = Array.from({ length: length - 1 }, () => random(letters.length))
  return `${shop.orderPrefix}-${[...values, checkValue(values)].map((value) => letters[value]).join('')}`
}

/**
 * Reads an order number in its usual spellings, alone or as it is copied from an e-mail (case, spaces, any dash,
 * `#TKW-…`, `Order TKW-….`, O for 0, I and L for 1); null where it is invalid.
 */
export function readOrderNumber(text: string): string | null {
  const plain = readTyped(text)
    .toUpperCase()
    .replace(/[\s\p{P}\p{S}]/gu, '')
  const prefixes = orderPrefixes()
  const written = new RegExp(`^(?:ORDER)?(?:NUMBER|NO|NR)?(${prefixes.map(bare).join('|')})?([A-Z0-9]{${length}})$`)
  const [, typed, body = ''] = written.exec(plain) ?? []
  const prefix = prefixes.find((each) => bare(each) === typed) ?? shop.orderPrefix
  const values = [...body.replace(/O/g, '0').replace(/[IL]/g, '1')].map((letter) => letters.indexOf(letter))
  if (values.length !== length || values.includes(-1)) return null
  if (checkValue(values.slice(0, -1)) !== values.at(-1)) return null
  return `${prefix}-${values.map((value) => letters[value]).join('')}`
}

/** The prefix of new orders first, then those that earlier orders have. */
export function orderPrefixes(): string[] {
  return [shop.orderPrefix, ...(shop.formerOrderPrefixes ?? [])]
}

/** An order number as it was read, with each prefix of the shop: a number is often typed without one. */
export function withAnyPrefix(number: string): string[] {
  if (readOrderNumber(number) !== number) return [number]
  return [...new Set([number, ...orderPrefixes().map((prefix) => prefix + number.slice(-length - 1))])]
}

function bare(prefix: string): string {
  return prefix.replace(/[\s-]/g, '')
}

/**
 * A weighted sum in the field of 32 elements (weights 2, 4, 8, …): one wrong character or two swapped characters always
 * change the check value.
 */
function checkValue(values: number[]): number {
  let [sum, weight] = [0, 1]
  for (const value of values) {
    weight = times(weight, 2)
    sum ^= times(value, weight)
  }
  return sum
}

/** Multiplies polynomials over two elements, modulo x^5 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 0; bit < 5; bit += 1) if (b & (1 << bit)) product ^= a << bit
  for (let bit = 8; bit >= 5; bit -= 1) if (product & (1 << bit)) product ^= 0b100101 << (bit - 5)
  return product
}
