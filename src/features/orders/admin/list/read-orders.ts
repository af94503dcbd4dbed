import { loadBackend } from '#platform/client/backend-client.ts'
import { type Called, callFunction } from '#platform/client/call-function.ts'
import type { OrderPage, OrderRow } from '../order.ts'
import { isUnfiltered, type OrderFilter, queryOf } from './order-filter-url.ts'

/** As many as the functions give in a page. */
const pageSize = 50

/**
 * A page of orders; `after` is the `next` of the one before it. The plain list is read from the table itself; what is
 * searched, filtered or in another order is what a function finds, since policies would keep its indexes from being used.
 */
export function readOrders(filter: OrderFilter, after: string | null): Promise<Called<OrderPage>> {
  if (filter.view === 'all' && isUnfiltered(filter)) return readTable(after)
  return callFunction<OrderPage>(`orders?${queryOf(filter, { cursor: after })}`)
}

/** The newest first. Payment pages that nobody paid at are no orders to the owner. */
async function readTable(after: string | null): Promise<Called<OrderPage>> {
  const backend = await loadBackend().catch(() => null)
  if (!backend) return unreachable()
  let reading = backend
    .from('pre_orders')
    .select('*')
    .neq('order_view', 'unpaid')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(pageSize + 1)
  const [at, id] = after?.split('_') ?? []
  if (at && id) {
    reading = reading.lte('created_at', at).or(`created_at.lt."${at}",id.gt.${id}`)
  }
  const { data, error } = await reading.then(
    (answer) => answer,
    () => ({ data: null, error: null }),
  )
  if (!data) return error?.message && error.code ? refused(error) : unreachable()
  const orders = await withReviews((data as OrderRow[]).slice(0, pageSize))
  const last = orders.at(-1)
  return { value: { orders, next: last && data.length > pageSize ? `${last.created_at}_${last.id}` : null } }
}

/** Orders by their ids, as they are now; null where they could not be read. */
export async function readOrdersById(ids: readonly string[]): Promise<OrderRow[] | null> {
  try {
    const backend = await loadBackend()
    const { data } = await backend.from('pre_orders').select('*').in('id', ids)
    return data && (await withReviews(data as OrderRow[]))
  } catch {
    return null
  }
}

/** With why somebody must look at them, which the table gives nobody; as they are where that cannot be read. */
async function withReviews(orders: OrderRow[]): Promise<OrderRow[]> {
  if (orders.length === 0) return orders
  const ids = orders.map(({ id }) => id).join()
  const { value } = await callFunction<{ reviews: Record<string, string> }>(`order-reviews?ids=${ids}`)
  return value ? orders.map((order) => ({ ...order, needs_review: value.reviews[order.id] ?? null })) : orders
}

function unreachable(): Called<never> {
  const words = 'The shop could not be reached. Please look at your connection and try again.'
  return { failure: { code: 'unreachable', said: '', words, isLost: true } }
}

function refused({ code, message }: { code: string; message: string }): Called<never> {
  return { failure: { code, said: message, words: 'That did not work. Please try again.', isLost: false } }
}
