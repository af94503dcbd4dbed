import type { OrderRow } from '../order.ts'

/**
 * Updates the shown rows in their places, so that no row moves during a press. `added`: how many read rows are not
 * shown yet; `missing`: the ids of shown rows that were not read.
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

/** The row with the later version. Fields that a response lacks are kept. */
export function newer(shown: OrderRow, read: OrderRow | undefined): OrderRow {
  return read && read.version >= shown.version ? { ...shown, ...read } : shown
}
