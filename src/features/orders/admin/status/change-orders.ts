import { type Called, callFunction } from '#platform/client/call-function.ts'
import type { OrderFacts } from '../api/order-facts.ts'
import type { OrderRow } from '../order.ts'

type Change = {
  order_number: string
  version: number
  order_status?: string
  payment_status?: string
  tracking_number?: string | null
  shipping_carrier?: string | null
  ready?: boolean
  tell_customer?: boolean
}

/** What became of one of many changes. */
export type BulkResult =
  | { order_number: string; ok: true; order: OrderRow }
  | { order_number: string; ok: false; code: string; message: string }

/** Changes up to 100 orders, each for itself: one that is refused hinders none of the others. */
export async function changeOrders(changes: Change[]): Promise<Called<BulkResult[]>> {
  const { value, failure } = await callFunction<{ results: BulkResult[] }>('change-orders', { changes })
  return failure ? { failure } : { value: value.results }
}

/** Takes changes back: what each order was before, as far as it still is what the change made of it. */
export function undoChanges(
  before: readonly OrderRow[],
  results: readonly BulkResult[],
): Promise<Called<BulkResult[]>> {
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

/** What changing the status of these orders leads to, by their numbers. */
export async function readFacts(orders: readonly OrderRow[]): Promise<Called<ReadonlyMap<string, OrderFacts>>> {
  const numbers = orders.map(({ order_number }) => encodeURIComponent(order_number)).join(',')
  const { value, failure } = await callFunction<{ facts: OrderFacts[] }>(`order-facts?orders=${numbers}`)
  if (failure) return { failure }
  return { value: new Map(value.facts.map((facts) => [facts.order_number, facts])) }
}
