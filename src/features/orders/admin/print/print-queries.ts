import { useQuery } from '@tanstack/react-query'
import { read } from '#platform/client/functions.ts'
import type { GetResponse, QueryOf } from '#platform/http/contract.ts'

export type PrintQuery = QueryOf<'cut-list'>
export type Slip = GetResponse<'packing-slips'>['slips'][number]

export const useCutList = (query: PrintQuery) => usePrint(['cut-list', query], () => read('cut-list', query))
export const usePackingSlips = (query: PrintQuery) =>
  usePrint(['packing-slips', query], () => read('packing-slips', query))

/** Read once for each visit of the page: a printed list does not change while it is used. */
function usePrint<Response>(key: unknown[], read: () => Promise<Response>) {
  const { data, failureReason, refetch } = useQuery({
    queryKey: ['print', ...key],
    queryFn: read,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  return { data: data ?? null, problem: failureReason?.message ?? null, refetch: () => void refetch() }
}
