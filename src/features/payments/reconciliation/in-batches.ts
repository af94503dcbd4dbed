import type { Span } from '#platform/payments/provider.ts'

/** What comes one by one, `size` at a time; the last batch may be smaller, none is empty. */
export async function* inBatches<Value>(values: AsyncIterable<Value>, size: number): AsyncIterable<Value[]> {
  let batch: Value[] = []
  for await (const value of values) {
    batch.push(value)
    if (batch.length === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** A span in pieces of so many days, one after the other and without a gap; the last may be shorter. */
export function slicesOf({ from, until }: Span, days: number): Span[] {
  const slices: Span[] = []
  for (let start = from.getTime(); start < until.getTime(); start += days * 86_400_000) {
    slices.push({ from: new Date(start), until: new Date(Math.min(start + days * 86_400_000, until.getTime())) })
  }
  return slices
}
