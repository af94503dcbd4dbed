import { replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertCount } from '#admin/alert-count.ts'
import { read } from '#platform/client/functions.ts'
import type { OrderCounts } from './api/admin-orders.contract.ts'
import { newer } from './list/merge-orders.ts'
import type { OrderDetails, OrderRow } from './order.ts'
import { orderKeys } from './order-keys.ts'

/** How many orders are past their dispatch day. */
export const lateAlerts = alertCount('order-counts', { read: () => read('order-counts'), count: ({ late }) => late })

/** The number of orders in each view, read every 15 seconds; null until known. A failure is not shown. */
export function useOrderCounts(): OrderCounts | null {
  const { data } = useQuery({ ...lateAlerts.query, refetchInterval: 15_000 })
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
