/** The columns of a line that number its pieces. */
export type PieceNumbers = { piece_numbers: number[] | null; numbered_of: number | null }

/** 'No. 7 of 40', 'Nos. 7 and 9 of 40'; null for pieces without a number. */
export function pieceNumbersLabel({ piece_numbers: numbers, numbered_of: most }: PieceNumbers): string | null {
  if (!numbers || numbers.length === 0 || most === null) return null
  const last = numbers.at(-1)
  const named = numbers.length === 1 ? `No. ${last}` : `Nos. ${numbers.slice(0, -1).join(', ')} and ${last}`
  return `${named} of ${most}`
}
