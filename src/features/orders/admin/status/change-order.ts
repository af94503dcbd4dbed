import type { OrderStatus } from '#features/orders/order-state.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import type { BodyOf, PostResponse } from '#platform/http/contract.ts'
import type { OrderFacts } from '../api/admin-orders.contract.ts'
import type { OrderRow } from '../order.ts'

/** `conflict`: someone else changed the order first, nothing was changed, and `order` is the order now. */
export type ChangeOutcome =
  | { outcome: 'changed'; order: OrderRow }
  | { outcome: 'conflict'; order: OrderRow | null }
  | { outcome: 'failed' }

type Change = Partial<
  Pick<OrderRow, 'order_status' | 'payment_status' | 'ready_at' | 'tracking_number' | 'shipping_carrier' | 'shipped_at'>
>

/** Changes an order if it still has the version the owner saw. Never throws. */
export async function changeOrder(order: OrderRow, change: Change): Promise<ChangeOutcome> {
  const { id, version } = order
  // The server closes an open payment page first, so that the order is not paid twice, and promises it from today.
  if (change.payment_status === 'paid') return changeByFunction(order, { payment_status: 'paid' })
  try {
    const backend = await loadBackend()
    const { data, error } = await backend
      .from('pre_orders')
      .update(change)
      .eq('id', id)
      .eq('version', version)
      .select()
      .overrideTypes<OrderRow[], { merge: false }>()
    if (error) return { outcome: 'failed' }
    const [changed] = data
    return changed ? { outcome: 'changed', order: changed } : { outcome: 'conflict', order: await readOrder(id) }
  } catch {
    return { outcome: 'failed' }
  }
}

/**
 * Refunds the rest of a cancelled order's payment, after its e-mail. Returns why it was not started, or null. Never
 * throws.
 */
export async function refundCancelled({ order_number }: OrderRow): Promise<string | null> {
  try {
    const request = { order_number, refund: true }
    const { refund_id } = await call('cancel-order', request)
    return refund_id === null ? 'There is nothing that can be refunded now.' : null
  } catch (error) {
    return toRequestError(error).message
  }
}

/** Marks an order as shipped without a tracking number, with or without an e-mail to the customer. Never throws. */
export function shipUntracked(order: OrderRow, tellCustomer: boolean): Promise<ChangeOutcome> {
  return changeByFunction(order, { order_status: 'shipped', tell_customer: tellCustomer })
}

async function changeByFunction(
  { id, order_number, version }: OrderRow,
  wanted: Omit<OrderChange, 'order_number' | 'version'>,
): Promise<ChangeOutcome> {
  const change = { order_number, version, ...wanted }
  const [result] = await changeOrders([change]).catch(() => [])
  if (!result) return { outcome: 'failed' }
  if (result.ok) return { outcome: 'changed', order: result.order }
  return result.code === 'conflict' ? { outcome: 'conflict', order: await readOrder(id) } : { outcome: 'failed' }
}

/**
 * Adds or corrects a tracking number. The order is read first: a conflict where its number differs from the one the
 * owner saw, or where it was cancelled meanwhile. A new number marks the order as shipped now; a correction keeps its
 * dispatch day, and e-mails the customer only if `tellCustomer` is set. Never throws.
 */
export async function addTracking(
  seen: OrderRow,
  {
    trackingNumber,
    carrier,
    now,
    tellCustomer,
  }: { trackingNumber: string; carrier: string; now: Date; tellCustomer: boolean },
): Promise<ChangeOutcome> {
  const order = await readOrder(seen.id)
  if (!order) return { outcome: 'failed' }
  if (isConflict(seen, order)) return { outcome: 'conflict', order }
  const isCorrection = order.tracking_number !== null && order.shipped_at !== null
  if (isCorrection && !tellCustomer) {
    return changeByFunction(order, {
      tracking_number: trackingNumber,
      shipping_carrier: carrier,
      tell_customer: false,
    })
  }
  const order_status: OrderStatus = isCorrection && order.order_status === 'delivered' ? 'delivered' : 'shipped'
  return changeOrder(order, {
    tracking_number: trackingNumber,
    shipping_carrier: carrier,
    shipped_at: isCorrection ? order.shipped_at : now.toISOString(),
    order_status,
  })
}

/** Whether saving a number for the order the owner saw would overwrite someone else's change. */
export function isConflict(seen: OrderRow, now: OrderRow): boolean {
  if (now.tracking_number !== seen.tracking_number) return true
  return now.order_status === 'cancelled' && seen.order_status !== 'cancelled'
}

async function readOrder(id: string): Promise<OrderRow | null> {
  try {
    const backend = await loadBackend()
    const { data } = await backend.from('pre_orders').select('*').eq('id', id).single<OrderRow>()
    return data
  } catch {
    return null
  }
}

export type OrderChange = BodyOf<'change-orders'>['changes'][number]

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
