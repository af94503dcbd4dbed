/** A position in PostgreSQL's write-ahead log: it grows with every change. */
export type WalPosition = bigint

/** PostgreSQL writes it as two hexadecimal numbers: `16/B374D848`. */
export function parsePosition(text: string): WalPosition {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function formatPosition(position: WalPosition): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase()
}
