import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertCount } from '#admin/alert-count.tsx'
import { orderKeys } from '#features/orders/admin/order-queries.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { focusSection } from '#ui/account-section.tsx'
import { toast } from '#ui/toast.ts'
import type { DiscrepancyResponse } from '../../reconciliation/money-response.ts'
import { moneyKeys } from '../order-money/order-money-queries.ts'
import type { RepairOption } from './repair-options.ts'

/** How many discrepancies wait for the owner. */
export const moneyAlerts = alertCount('money-alerts', {
  read: () => read('money-alerts'),
  count: ({ waiting }) => waiting,
})

/** The money page, read every half minute, and every two seconds during a reconciliation. */
export function useMoney() {
  const { data, failureReason, refetch } = useQuery({
    queryKey: moneyKeys.overview,
    queryFn: async () => {
      const money = await read('money')
      moneyAlerts.tell(money)
      return money
    },
    refetchInterval: ({ state }) => (state.data?.running ? 2_000 : 30_000),
  })
  return { money: data ?? null, problem: failureReason?.message ?? null, refetch }
}

/** The days of a span on which money moved, the latest first; null for the span reads nothing. */
export function useMoneyDays(span: { from: string; to: string } | null) {
  const { data, failureReason } = useQuery({
    queryKey: moneyKeys.days(span),
    queryFn: () => read('money-days', { from: span?.from ?? '', to: span?.to ?? '' }),
    enabled: span !== null,
  })
  return { days: data?.days ?? null, problem: failureReason?.message ?? null }
}

/** What the payment provider charged and paid out in a span, read when it is called. */
export function useProviderAccount({ from, to }: { from: string; to: string }) {
  return useMutation({ mutationFn: () => read('provider-account', { from, to }) })
}

/** The paid orders that match a text; the previous ones stay until the next are read. `orders` null: not known yet. */
export function usePaidOrders(text: string) {
  const { data, failureReason } = useQuery({
    queryKey: moneyKeys.paidOrders(text),
    queryFn: () => read('money-orders', { q: text }),
    placeholderData: keepPreviousData,
  })
  return { orders: data?.orders ?? null, problem: failureReason?.message ?? null }
}

/** Starts a reconciliation now instead of within a quarter of an hour. */
export function useReconcile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('money-run'),
    onSettled: () => client.invalidateQueries({ queryKey: moneyKeys.overview }),
    onError: ({ message }) => toast({ title: 'Check failed', description: message, tone: 'error', about: 'money' }),
  })
}

type RepairRequest = { option: RepairOption; note: string | null }

/**
 * Repairs a discrepancy and shows the result. A resolved entry leaves the list, so the focus moves to the summary at
 * the top; the same where another administrator resolved it first.
 */
export function useRepair({ id, order_number: number }: DiscrepancyResponse) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ option: { action }, note }: RepairRequest) => call('repair-discrepancy', { id, action, note }),
    onSettled: async (repaired, error, { option }) => {
      void client.invalidateQueries({ queryKey: orderKeys.all })
      await client.invalidateQueries({ queryKey: moneyKeys.all })
      const failure = error && toRequestError(error)
      if (repaired?.resolved || failure?.code === 'conflict' || failure?.code === 'not_found') {
        focusSection('money-summary')
      }
      if (failure) {
        return void toast({ title: 'That didn’t work', description: failure.message, tone: 'error', about: 'money' })
      }
      void toast(
        repaired?.resolved
          ? { title: option.done, description: number ?? undefined, tone: 'success', about: 'money' }
          : { title: 'It still doesn’t match', description: 'The current figures are shown.', about: 'money' },
      )
    },
  })
  return { busy: isPending, repair: (option: RepairOption, note: string | null) => mutate({ option, note }) }
}
