import { type Pence, pence } from '#base/money.ts'

/** A line as sold: the price of one piece, and the discount of all its pieces. */
type SoldLine = { unitPence: Pence; quantity: number; discountPence: Pence }

/**
 * What so many pieces of a line cost, less their share of its discount, after `before` pieces were refunded. The shares
 * are rounded in the customer's favour, and add up to the line's whole amount, in whichever steps its pieces are
 * refunded.
 */
export function amountOfPieces(line: SoldLine, pieces: number, before = 0): Pence {
  return pence(amountOfFirst(line, before + pieces) - amountOfFirst(line, before))
}

/**
 * What is owed for pieces of a line that the customer withdraws from: their cost, less what was refunded for its pieces
 * that are neither cancelled nor sent back. Of like pieces, the one that was refunded is the one that goes: otherwise
 * goodwill for one of two skirts would make the other one free.
 */
export function owedForWithdrawn(
  line: SoldLine,
  pieces: number,
  { cancelled, sentBack, refunded }: { cancelled: number; sentBack: number; refunded: Pence },
): Pence {
  const forRest = Math.max(0, refunded - amountOfPieces(line, cancelled, sentBack))
  return pence(Math.max(0, amountOfPieces(line, pieces, cancelled + sentBack) - forRest))
}

function amountOfFirst({ unitPence, quantity, discountPence }: SoldLine, pieces: number): number {
  return unitPence * pieces - Math.floor((discountPence * pieces) / quantity)
}

/** An order in two short texts: `Mary Dress × 2, Ruth Skirt` and, in the same order, `10-12, 8-10`. */
export function summaryOf(lines: readonly { name: string; quantity: number; size: string }[]): {
  names: string
  sizes: string
} {
  return {
    names: lines.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(', '),
    sizes: lines.map(({ size }) => size).join(', '),
  }
}

/** The columns of a line that number its pieces. */
export type PieceNumbers = { piece_numbers: number[] | null; numbered_of: number | null }

/** 'No. 7 of 40', 'Nos. 7 and 9 of 40'; null for pieces without a number. */
export function pieceNumbersLabel({ piece_numbers: numbers, numbered_of: most }: PieceNumbers): string | null {
  if (!numbers || numbers.length === 0 || most === null) return null
  const last = numbers.at(-1)
  const named = numbers.length === 1 ? `No. ${last}` : `Nos. ${numbers.slice(0, -1).join(', ')} and ${last}`
  return `${named} of ${most}`
}
