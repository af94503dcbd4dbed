declare const unit: unique symbol

/** A whole number of pence. Only the functions here make one, so pounds are never taken for pence. */
export type Pence = number & { readonly [unit]: 'pence' }

/**
 * An amount in pounds as a `numeric` column and the specification's JSON have it. Opaque, so that it is neither counted
 * with nor taken for pence: in SQL `inPence` reads it, elsewhere `penceFromPounds`; `poundsFromPence` writes it.
 */
export type Pounds = { readonly [unit]: 'pounds' }

const decimal = /^(-?)(\d{1,11})(?:\.(\d{1,2})0*)?$/

/** A whole number as pence. Throws RangeError for anything else, so no fraction of a penny ever exists. */
export function pence(value: number): Pence {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of pence: ${value}`)
  // Minus zero would print as '-£0.00'.
  return (value + 0) as Pence
}

/**
 * Parses pounds as the API and the database send them (12.5, '12.50'); null for anything but an exact amount. Pence do
 * not compile.
 */
export function parsePounds<Given>(pounds: Given extends Pence ? never : Given): Pence | null {
  if (typeof pounds !== 'number' && typeof pounds !== 'string') return null
  // The number's shortest text is exact: 19.99 * 100 would be 1998.9999999999998.
  const [, sign, whole, part = ''] = decimal.exec(String(pounds)) ?? []
  if (whole === undefined) return null
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return pence(sign && amount ? -amount : amount)
}

/** An amount as someone types it, such as '£12.50' or 12.5; null for anything else. */
export function parseTyped(amount: string | number): Pence | null {
  return parsePounds(typeof amount === 'string' ? amount.trim().replace(/^£\s*/, '') : amount)
}

/** Converts pounds to pence exactly. Throws RangeError for more than two decimals and for what is not a number. */
export function penceFromPounds(pounds: Pounds): Pence {
  const amount = parsePounds(pounds)
  if (amount === null) throw new RangeError(`Not an amount in pounds: ${String(pounds)}`)
  return amount
}

/** Pounds as the database and the API take them: 1250 pence are 12.5. */
export function poundsFromPence(amount: Pence): Pounds {
  return (amount / 100) as unknown as Pounds
}

/** '12.50', as fields, feeds and structured data have it. */
export function decimalPounds(amount: Pence): string {
  return (amount / 100).toFixed(2)
}

/** '£1,234.00'; always two decimals. */
export function formatPence(amount: Pence): string {
  return `${amount < 0 ? '-' : ''}£${(Math.abs(amount) / 100).toFixed(2).replace(/\B(?=(?:\d{3}){1,5}\.)/g, ',')}`
}

/** The sum, 0 for none. */
export function sumPence(amounts: readonly Pence[]): Pence {
  return pence(amounts.reduce((sum, amount) => sum + amount, 0))
}
