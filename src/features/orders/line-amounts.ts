import { type Pence, pence } from '#base/money.ts'

/** A line as sold: the price of one piece, and the discount of all its pieces. */
export type SoldLine = { unitPence: Pence; quantity: number; discountPence: Pence }

/**
 * What so many pieces of a line cost, less their share of its discount, after `before` pieces were refunded. The shares
 * are rounded in the customer's favour, and add up to the line's whole amount, in whichever steps its pieces are
 * refunded.
 */
export function amountOfPieces(line: SoldLine, pieces: number, before = 0): Pence {
  return pence(amountOfFirst(line, before + pieces) - amountOfFirst(line, before))
}

function amountOfFirst({ unitPence, quantity, discountPence }: SoldLine, pieces: number): number {
  return unitPence * pieces - Math.floor((discountPence * pieces) / quantity)
}
