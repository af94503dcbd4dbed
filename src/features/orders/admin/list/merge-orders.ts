import type { OrderRow } from '../order.ts'

/**
 * The rows that are shown, brought up to date by those that were just read, in their places: nothing moves under a
 * finger. `added`: how many came that are not shown yet; `missing`: the ids of shown rows that were not among those read.
 */
export function mergeOrders(shown: readonly OrderRow[], read: readonly OrderRow[]) {
  const byId = new Map(read.map((order) => [order.id, order]))
  const known = new Set(shown.map(({ id }) => id))
  return {
    orders: shown.map((order) => newer(order, byId.get(order.id))),
    added: read.filter(({ id }) => !known.has(id)).length,
    missing: shown.filter(({ id }) => !byId.has(id)).map(({ id }) => id),
  }
}

/** An answer that was overtaken on its way does not take back what is known by now, nor one that does not say it all. */
export function newer(shown: OrderRow, read: OrderRow | undefined): OrderRow {
  return read && read.version >= shown.version ? { ...shown, ...read } : shown
}
