import { keepPreviousData, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { alertCount } from '#admin/alert-count.tsx'
import { loadBackend } from '#platform/client/backend-client.ts'
import { dataOf, read, toRequestError } from '#platform/client/functions.ts'
import { alertsKey } from '#platform/client/query-client.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import type { OrderChoices, OrderCounts } from './api/admin-orders.contract.ts'
import { unlistedPlace } from './api/order-views.ts'
import { addressOf, isUnfiltered, type OrderFilter, queryOf, searchOf } from './list/list-location.ts'
import { mergeOrders, newer, type OrderDetails, type OrderRow } from './order.ts'

/** The cache keys of everything the back office reads about orders. */
export const orderKeys = {
  all: ['orders'] as const,
  lists: ['orders', 'list'] as const,
  details: (orderNumber: string) => ['orders', 'details', orderNumber] as const,
  emails: (orderNumber: string) => ['orders', 'emails', orderNumber] as const,
}

/** How many orders are past their dispatch day. */
export const lateAlerts = alertCount('order-counts', { read: () => read('order-counts'), count: ({ late }) => late })

/** The number of orders in each view that match a filter, read every 15 seconds; null until known. A failure is not shown. */
export function useOrderCounts(filter: OrderFilter): OrderCounts | null {
  const searched = searchOf(filter)
  const isAll = Object.keys(searched).length === 0
  const all = useQuery({ ...lateAlerts.query, refetchInterval: 15_000 })
  const some = useQuery({
    queryKey: [...alertsKey, 'order-counts', searched],
    queryFn: () => read('order-counts', searched),
    enabled: !isAll,
    refetchInterval: 15_000,
  })
  return (isAll ? all : some).data ?? null
}

/** What the orders can be filtered by; null until known. */
export function useOrderChoices(isWanted: boolean): OrderChoices | null {
  const { data } = useQuery({
    queryKey: [...orderKeys.all, 'choices'],
    queryFn: () => read('order-choices'),
    enabled: isWanted,
    staleTime: 60_000,
  })
  return data ?? null
}

/**
 * One order with its lines and timeline, read every five seconds. `refetch` returns the order as it is now, null where
 * it could not be read. `put` shows the result of a change. `problem`: why the last read failed.
 */
export function useOrderDetails(orderNumber: string) {
  const client = useQueryClient()
  const queryKey = orderKeys.details(orderNumber)
  const { data, failureReason, refetch } = useQuery<OrderDetails>({
    queryKey,
    queryFn: () => read('order-details', { order_number: orderNumber }),
    refetchInterval: 5_000,
    // A response that a change has overtaken is dropped.
    structuralSharing: (shown, read) => {
      const [before, after] = [shown as OrderDetails | undefined, read as OrderDetails]
      return before && before.order.version > after.order.version ? before : replaceEqualDeep(before, after)
    },
  })
  return {
    details: data ?? null,
    problem: failureReason?.message ?? null,
    refetch: async (): Promise<OrderRow | null> => {
      const { data, isSuccess } = await refetch()
      return isSuccess ? data.order : null
    },
    put: (order: OrderRow) =>
      client.setQueryData<OrderDetails>(
        queryKey,
        (shown) => shown && { ...shown, order: { ...shown.order, ...newer(shown.order, order) } },
      ),
  }
}

/** `next`: where the next page begins; null: this was the last. */
type OrderPage = GetResponse<'orders'>

/** As many as the functions return in a page. */
const pageSize = 50

/** A page as shown. `added`: how many newer orders are not shown yet. */
type ShownPage = OrderPage & { added: number }

/**
 * A page of orders, read every five seconds. Rows that are shown are updated in place; new orders are counted until
 * `showAll` is called. While another page loads (`isLoadingPage`), the previous one stays. `put` shows the result of a
 * change. `problem`: why the last read failed.
 */
export function useOrders(filter: OrderFilter, after: string | null) {
  const client = useQueryClient()
  const key = JSON.stringify([addressOf(filter), filter.q, after])
  const queryKey = [...orderKeys.lists, key]

  const { data, failureReason, isPlaceholderData, refetch } = useQuery<ShownPage>({
    queryKey,
    queryFn: async () => {
      const page = await readOrders(filter, after)
      const shown = client.getQueryData<ShownPage>(queryKey)
      if (!shown || shown.orders.length === 0) return { ...page, added: 0 }
      const { missing } = mergeOrders(shown.orders, page.orders)
      const others = missing.length > 0 ? await readOrdersById(missing).catch(() => []) : []
      // A change may have been put meanwhile.
      const now = client.getQueryData<ShownPage>(queryKey) ?? shown
      const { orders, added } = mergeOrders(now.orders, [...page.orders, ...others])
      return { orders, next: now.next ?? page.next, added: after ? 0 : added }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })

  // Only the last page is cached: the others are read again, with their new orders in place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page makes the previous one inactive
  useEffect(() => client.removeQueries({ queryKey: orderKeys.lists, type: 'inactive' }), [client, key])

  const find = (id: string) => client.getQueryData<ShownPage>(queryKey)?.orders.find((order) => order.id === id)

  function put(order: OrderRow) {
    client.setQueryData<ShownPage>(
      queryKey,
      (shown) =>
        shown && { ...shown, orders: shown.orders.map((row) => (row.id === order.id ? newer(row, order) : row)) },
    )
  }

  async function showAll() {
    await client.cancelQueries({ queryKey })
    const page = await readOrders(filter, after).catch(() => null)
    if (page) client.setQueryData<ShownPage>(queryKey, { ...page, added: 0 })
    else await refetch()
  }

  return {
    key,
    page: data ?? null,
    added: data?.added ?? 0,
    problem: failureReason && toRequestError(failureReason).message,
    isLoadingPage: isPlaceholderData,
    refetch,
    showAll,
    put,
    find,
  }
}

/**
 * A page of orders; `after` is the `next` of the page before. The plain list is a read of the table. Searches, filters
 * and other orders are read by a function: row-level security would keep PostgreSQL from using their indexes.
 */
function readOrders(filter: OrderFilter, after: string | null): Promise<OrderPage> {
  if (filter.view === 'all' && isUnfiltered(filter)) return readTable(after)
  return read('orders', { ...queryOf(filter), cursor: after ?? undefined })
}

/** The newest orders first, without those whose payment page was never paid. */
async function readTable(after: string | null): Promise<OrderPage> {
  const backend = await loadBackend()
  let query = backend
    .from('pre_orders')
    .select('*')
    .neq('order_view', unlistedPlace)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(pageSize + 1)
  const [at, id] = after?.split('_') ?? []
  if (at && id) query = query.lte('created_at', at).or(`created_at.lt."${at}",id.gt.${id}`)
  const rows: OrderRow[] = dataOf(await query)
  const orders = await withReviews(rows.slice(0, pageSize))
  const last = orders.at(-1)
  return { orders, next: last && rows.length > pageSize ? `${last.created_at}_${last.id}` : null }
}

async function readOrdersById(ids: readonly string[]): Promise<OrderRow[]> {
  const backend = await loadBackend()
  return withReviews(dataOf(await backend.from('pre_orders').select('*').in('id', ids)))
}

/** Adds the review notes, which the table grants to no role; without them where they cannot be read. */
async function withReviews(orders: OrderRow[]): Promise<OrderRow[]> {
  if (orders.length === 0) return orders
  const ids = orders.map(({ id }) => id).join()
  const found = await read('order-reviews', { ids }).catch(() => null)
  return found ? orders.map((order) => ({ ...order, review_notes: found.reviews[order.id] ?? [] })) : orders
}
