declare const unit: unique symbol

/** A whole number of pence. Only the functions here make one, so pounds are never taken for pence. */
export type Pence = number & { readonly [unit]: 'pence' }

const decimal = /^(-?)(\d{1,11})(?:\.(\d{1,2})0*)?$/

/** A whole number as pence. Throws RangeError for anything else, so no fraction of a penny ever exists. */
export function pence(value: number): Pence {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of pence: ${value}`)
  // Minus zero would print as '-£0.00'.
  return (value + 0) as Pence
}

/** Pounds as the wire and the database give them (12.5, '12.50'), or null for what is no exact amount. */
export function parsePounds(pounds: unknown): Pence | null {
  if (typeof pounds !== 'number' && typeof pounds !== 'string') return null
  // A number's shortest text is what was written: 19.99 * 100 is 1998.9999999999998, '19.99' is not.
  const [, sign, whole, part = ''] = decimal.exec(String(pounds)) ?? []
  if (whole === undefined) return null
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return pence(sign && amount ? -amount : amount)
}

/** Pounds into pence, exactly. Throws RangeError for more than two decimals and for what is no number. */
export function penceFromPounds(pounds: number | string): Pence {
  const amount = parsePounds(pounds)
  if (amount === null) throw new RangeError(`Not an amount in pounds: ${pounds}`)
  return amount
}

/** Pence as the wire shows them: 1250 is 12.5 pounds. */
export function poundsFromPence(amount: Pence): number {
  return amount / 100
}

/** '£1,234.00'; always two decimals. */
export function formatPence(amount: Pence): string {
  return `${amount < 0 ? '-' : ''}£${(Math.abs(amount) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
}

/** '£1,234.50' of an amount in pounds, rounded to the penny. */
export function formatPounds(pounds: number): string {
  return formatPence(pence(Math.round(pounds * 100)))
}

/** The sum, 0 for none. */
export function sumPence(amounts: readonly Pence[]): Pence {
  return pence(amounts.reduce((sum, amount) => sum + amount, 0))
}
