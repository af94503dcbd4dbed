import { useQuery } from '@tanstack/react-query'
import { readFunction } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'

export type Slip = GetResponse<'packing-slips'>['slips'][number]

export const useCutList = (query: string) => usePrint<GetResponse<'cut-list'>>(`cut-list?${query}`)
export const usePackingSlips = (query: string) => usePrint<GetResponse<'packing-slips'>>(`packing-slips?${query}`)

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
