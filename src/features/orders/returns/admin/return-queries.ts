import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertCount } from '#admin/alert-count.tsx'
import { call, read } from '#platform/client/functions.ts'
import type { BodyOf } from '#platform/http/contract.ts'
import { orderKeys } from '../../admin/order-queries.ts'

const returnKeys = {
  all: [...orderKeys.all, 'returns'] as const,
  list: (orderNumber: string | null) => [...returnKeys.all, orderNumber] as const,
}

/** How many returns wait for the owner. */
export const returnAlerts = alertCount('returns', { read: () => read('returns'), count: ({ open }) => open })

/** The returns of an order, or of all orders for null; read every half minute. */
export function useReturns(orderNumber: string | null) {
  const { data, failureReason, refetch } = useQuery({
    queryKey: returnKeys.list(orderNumber),
    queryFn: async () => {
      const returns = await read('returns', { order_number: orderNumber ?? undefined })
      if (orderNumber === null) returnAlerts.tell(returns)
      return returns
    },
    refetchInterval: 30_000,
  })
  return {
    returns: data?.returns ?? null,
    recordable: data?.recordable ?? null,
    problem: failureReason?.message ?? null,
    refetch,
  }
}

/** POST change-return. The order's details, its e-mails and the lists are read again, after a refusal too. */
export const useChangeReturn = () => useReturnChange((body: BodyOf<'change-return'>) => call('change-return', body))

/** POST record-return. */
export const useRecordReturn = () => useReturnChange((body: BodyOf<'record-return'>) => call('record-return', body))

/** POST undo-return. */
export const useUndoReturn = () => useReturnChange((body: BodyOf<'undo-return'>) => call('undo-return', body))

/** POST refund-return. */
export const useRefundReturn = () => useReturnChange((body: BodyOf<'refund-return'>) => call('refund-return', body))

function useReturnChange<Request extends object, Answer>(mutationFn: (request: Request) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: orderKeys.all })
      void client.invalidateQueries({ queryKey: ['order-money'] })
    },
  })
}
