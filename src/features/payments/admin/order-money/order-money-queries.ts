import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { orderKeys } from '#features/orders/admin/order-queries.ts'
import { call, read } from '#platform/client/functions.ts'
import type { BodyOf, GetResponse } from '#platform/http/contract.ts'

/** The cache keys of the money page. */
export const moneyKeys = {
  all: ['money'] as const,
  overview: ['money', 'overview'] as const,
  days: (span: { from: string; to: string } | null) => ['money', 'days', span?.from, span?.to] as const,
  paidOrders: (text: string) => ['money', 'paid-orders', text] as const,
}

const moneyOf = (orderNumber: string) => ['order-money', orderNumber] as const

/**
 * An order's money, read every 15 seconds, and every 1.5 seconds while a refund is on its way to the provider. What the
 * orders list and the order details show is read again when the money changes.
 */
export function useOrderMoney(orderNumber: string) {
  const client = useQueryClient()
  const { data, failureReason, refetch } = useQuery({
    queryKey: moneyOf(orderNumber),
    queryFn: () => read('order-money', { order_number: orderNumber }),
    refetchInterval: ({ state }) => (state.data && hasUnsentRefund(state.data) ? 1_500 : 15_000),
  })
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (!data) return
    const { order_status, provider_state, refunded_pence: refunded, refunds, review_notes } = data
    const now = JSON.stringify([
      order_status,
      provider_state,
      refunded,
      refunds.map(({ state }) => state),
      review_notes,
    ])
    if (known.current !== null && known.current !== now) void client.invalidateQueries({ queryKey: orderKeys.all })
    known.current = now
  }, [client, data])
  return { money: data ?? null, problem: failureReason?.message ?? null, refetch }
}

function hasUnsentRefund({ refunds }: OrderMoney): boolean {
  return refunds.some(({ state, held }) => state === 'requested' && !held)
}

/** POST refund-order. `data.refund_id` is the new refund. */
export const useRefundOrder = () => useMoneyChange((body: BodyOf<'refund-order'>) => call('refund-order', body))

/** POST cancel-order. */
export const useCancelOrder = () => useMoneyChange((body: BodyOf<'cancel-order'>) => call('cancel-order', body))

type GarmentChange =
  | { path: 'cancel-lines'; body: BodyOf<'cancel-lines'> }
  | { path: 'refund-lines'; body: BodyOf<'refund-lines'> }

/** POST cancel-lines and POST refund-lines. Afterwards all that shows the order is read again. */
export function useGarmentChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ path, body }: GarmentChange) =>
      path === 'cancel-lines' ? call('cancel-lines', body) : call('refund-lines', body),
    onSettled: async (_, __, { body }) => {
      await client.invalidateQueries({ queryKey: moneyOf(body.order_number) })
      void client.invalidateQueries({ queryKey: moneyKeys.all })
      void client.invalidateQueries({ queryKey: orderKeys.all })
    },
  })
}

/** The response replaces the cached money; after a failure the money is read again. */
function useMoneyChange<Request extends { order_number: string }>(
  mutationFn: (request: Request) => Promise<GetResponse<'order-money'> & { refund_id: string | null }>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async ({ refund_id: _, ...money }, { order_number }) => {
      await client.cancelQueries({ queryKey: moneyOf(order_number) })
      client.setQueryData<OrderMoney>(moneyOf(order_number), money)
      void client.invalidateQueries({ queryKey: moneyKeys.all })
    },
    onError: (_, { order_number }) => client.invalidateQueries({ queryKey: moneyOf(order_number) }),
  })
}

/** The response of GET order-money, POST refund-order and POST cancel-order. */
export type OrderMoney = GetResponse<'order-money'>
export type Refund = OrderMoney['refunds'][number]
export type Dispute = OrderMoney['disputes'][number]
