/** The number of customers waiting for a product in one size; null: in any size. */
export type WaitingCount = { product_id: string; size: string | null; waiting: number }

/** 'One is waiting', '4 are waiting'; empty for none. */
export function howManyWait(counts: readonly WaitingCount[]): string {
  const all = counts.reduce((sum, { waiting }) => sum + waiting, 0)
  if (all === 0) return ''
  return all === 1 ? 'One is waiting' : `${all} are waiting`
}

/** '10-12 (2), 8-10, any size (3)': in the product's order, then removed sizes. */
export function inWhichSizes(counts: readonly WaitingCount[], sizes: readonly string[]): string {
  const place = ({ size }: WaitingCount) => {
    if (size === null) return sizes.length + 1
    const found = sizes.indexOf(size)
    return found < 0 ? sizes.length : found
  }
  return [...counts]
    .sort((a, b) => place(a) - place(b))
    .map(({ size, waiting }) => `${size ?? 'any size'}${waiting > 1 ? ` (${waiting})` : ''}`)
    .join(', ')
}
