import { type Pence, pence, sumPence } from '#base/money.ts'

/** A percent of a subtotal, rounded half up to the penny. `percent`: a whole number, 0 to 100. */
export function discountPence(subtotal: Pence, percent: number): Pence {
  if (subtotal < 0) throw new RangeError(`A subtotal below zero: ${subtotal}`)
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) throw new RangeError(`Not a percentage: ${percent}`)
  return pence(Math.floor((subtotal * percent + 50) / 100))
}

/**
 * Splits a discount over lines in proportion to them, so that the parts add up to it to the penny and no part exceeds
 * its line. Pennies left over go to the largest remainders, earlier lines first. Refuses more than the lines' sum.
 */
export function splitDiscount(lines: readonly Pence[], discount: Pence): Pence[] {
  const total = sumPence(lines)
  if (discount < 0 || discount > total || lines.some((line) => line < 0)) {
    throw new RangeError(`A discount of ${discount} does not fit lines of ${total}`)
  }
  if (discount === 0) return lines.map(() => pence(0))
  // Products of two large amounts leave the range of exact numbers.
  const shares = lines.map((line, index) => {
    const product = BigInt(line) * BigInt(discount)
    return { index, part: Number(product / BigInt(total)), remainder: Number(product % BigInt(total)) }
  })
  const left = discount - shares.reduce((sum, share) => sum + share.part, 0)
  const rounded = shares.toSorted((a, b) => b.remainder - a.remainder || a.index - b.index).slice(0, left)
  const roundedUp = new Set(rounded.map((share) => share.index))
  return shares.map(({ index, part }) => pence(part + (roundedUp.has(index) ? 1 : 0)))
}
