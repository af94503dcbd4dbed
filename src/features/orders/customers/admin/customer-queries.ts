import { useQuery } from '@tanstack/react-query'
import { read } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import { orderKeys } from '../../admin/order-queries.ts'

export type Customer = GetResponse<'customer'>

/** The customer of an order, read again when her orders change. */
export function useCustomer(orderNumber: string) {
  const { data, failureReason, refetch } = useQuery({
    queryKey: [...orderKeys.all, 'customer', orderNumber],
    queryFn: () => read('customer', { order_number: orderNumber }),
    refetchInterval: 30_000,
  })
  return { customer: data ?? null, problem: failureReason?.message ?? null, refetch }
}
