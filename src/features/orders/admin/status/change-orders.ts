import { call, read } from '#platform/client/functions.ts'
import type { BodyOf, PostResponse } from '#platform/http/contract.ts'
import type { OrderFacts } from '../api/admin-orders.contract.ts'
import type { OrderRow } from '../order.ts'

export type OrderChange = BodyOf<'change-orders'>['changes'][number]

/** The result of one change. */
export type BulkResult = PostResponse<'change-orders'>['results'][number]

/** Changes up to 100 orders; one failed change does not stop the others. Throws a `RequestError`, like the next two. */
export async function changeOrders(changes: OrderChange[]): Promise<BulkResult[]> {
  const { results } = await call('change-orders', { changes })
  return results
}

/** Restores orders to their earlier state, except those that were changed again. */
export function undoChanges(before: readonly OrderRow[], results: readonly BulkResult[]): Promise<BulkResult[]> {
  const changed = results.flatMap((result) => (result.ok ? [result.order] : []))
  return changeOrders(
    changed.flatMap(({ order_number, version }) => {
      const was = before.find((order) => order.order_number === order_number)
      if (!was) return []
      const { order_status, tracking_number, shipping_carrier, ready_at } = was
      const ready = order_status === 'pending' ? {} : { ready: ready_at !== null }
      return [{ order_number, version, order_status, tracking_number, shipping_carrier, ...ready }]
    }),
  )
}

/** The consequences of a new status of these orders, by order number. */
export async function readFacts(orders: readonly OrderRow[]): Promise<ReadonlyMap<string, OrderFacts>> {
  const numbers = orders.map(({ order_number }) => order_number).join(',')
  const { facts } = await read('order-facts', { orders: numbers })
  return new Map(facts.map((each) => [each.order_number, each]))
}
