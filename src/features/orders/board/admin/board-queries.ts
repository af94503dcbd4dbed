import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, read } from '#platform/client/functions.ts'
import { polling } from '#platform/client/query-client.ts'
import type { BodyOf, GetResponse } from '#platform/http/contract.ts'
import { orderKeys } from '../../admin/order-queries.ts'

const boardKey = [...orderKeys.all, 'board'] as const
type Known = { version: string; board: NonNullable<GetResponse<'board'>['board']> }

/** Two devices agree within a second. */
const everyMs = 700

/**
 * The board, read again and again. Unchanged, it is not sent again. `readAgain`: a read that begins now, and
 * whether it came.
 */
export function useBoard() {
  const client = useQueryClient()
  const { data, failureReason, refetch } = useQuery<Known>({
    queryKey: boardKey,
    queryFn: async () => {
      const known = client.getQueryData<Known>(boardKey)
      const { version, board } = await read('board', { known: known?.version }, { timeoutMs: 10_000 })
      if (board) return { version, board }
      if (!known) throw new Error('A board that is not known was not sent')
      return known
    },
    ...polling(everyMs),
  })
  const readAgain = useCallback(async () => (await refetch()).isSuccess, [refetch])
  return { board: data?.board ?? null, problem: failureReason?.message ?? null, readAgain }
}

/** POST count-cloth. The board is read again. */
export function useCountCloth() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'count-cloth'>) => call('count-cloth', body),
    onSettled: () => client.invalidateQueries({ queryKey: boardKey }),
  })
}
