import { useQuery } from '@tanstack/react-query'
import { readFunction } from '#platform/client/functions.ts'
import type { CutRow } from '../api/cut-list.ts'
import type { OrderInDetail, OrderLine } from '../order.ts'

/** A slip of GET packing-slips. */
export type Slip = { order: OrderInDetail; lines: OrderLine[] }

export const useCutList = (query: string) => usePrint<{ rows: CutRow[] }>(`cut-list?${query}`)
export const usePackingSlips = (query: string) => usePrint<{ slips: Slip[] }>(`packing-slips?${query}`)

/** Read once for each visit of the page: a printed list does not change while it is used. */
function usePrint<Response>(name: string) {
  const { data, failureReason, refetch } = useQuery({
    queryKey: ['print', name],
    queryFn: () => readFunction<Response>(name),
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  return { data: data ?? null, problem: failureReason?.message ?? null, refetch: () => void refetch() }
}
