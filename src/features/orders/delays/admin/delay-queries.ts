import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDebounced } from '#admin/search-field.tsx'
import { call, read } from '#platform/client/functions.ts'
import { refreshAlerts } from '#platform/client/query-client.ts'
import type { BodyOf, QueryOf } from '#platform/http/contract.ts'
import { orderKeys } from '../../admin/order-queries.ts'

const delayKeys = { plan: [...orderKeys.all, 'delay-plan'] as const, list: [...orderKeys.all, 'delays'] as const }

/** A day, or a number of working days; neither: nothing is chosen yet. */
export type Chosen = Pick<QueryOf<'delay-plan'>, 'to' | 'later' | 'off'>

const typingPauseMs = 250

/** What the delay would do to each order; `isStale` while that of an earlier choice is shown. */
export function useDelayPlan(numbers: readonly string[], chosen: Chosen) {
  const debounced = useDebounced(JSON.stringify(chosen), typingPauseMs)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...delayKeys.plan, numbers, debounced],
    queryFn: () => read('delay-plan', { orders: numbers.join(), ...JSON.parse(debounced) }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
    gcTime: 0,
  })
  return {
    orders: data?.orders ?? null,
    problem: error?.message ?? null,
    isStale: isPlaceholderData || debounced !== JSON.stringify(chosen),
    retry: () => void refetch(),
  }
}

/** The announced delays with their answers, read every five seconds while an e-mail waits, else every half minute. */
export function useDelays() {
  const { data, failureReason, refetch } = useQuery({
    queryKey: delayKeys.list,
    queryFn: () => read('order-delays'),
    refetchInterval: ({ state }) => (state.data?.announcements.some(hasWaiting) ? 5_000 : 30_000),
  })
  return { announcements: data?.announcements ?? null, problem: failureReason?.message ?? null, refetch }
}

function hasWaiting({ orders }: { orders: readonly { email: string | null }[] }): boolean {
  return orders.some(({ email }) => email === 'waiting')
}

export const useDelayOrders = () => useDelayChange((body: BodyOf<'delay-orders'>) => call('delay-orders', body))

export const useUndoDelays = () => useDelayChange((body: BodyOf<'undo-delays'>) => call('undo-delays', body))

/** The orders, their counts and the delays are read again, after a refusal too. */
function useDelayChange<Request extends object>(mutationFn: (request: Request) => Promise<DelayResults>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: orderKeys.all })
      void refreshAlerts()
    },
  })
}

type DelayResults = { results: { order_number: string; problem: string | null }[] }
