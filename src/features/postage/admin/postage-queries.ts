import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { read } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'

export const postageKey = ['postage'] as const

export type Postage = GetResponse<'postage'>
export type ShownParcel = Postage['parcels'][number]

const moving = ['waiting', 'sending', 'removing']

/** The connection to Click & Drop, and the parcels of these orders; read every two seconds while one is on its way. */
export function usePostageOf(orderNumbers: readonly string[]): Postage | null {
  const orders = orderNumbers.map(encodeURIComponent).join(',')
  const { data } = useQuery({
    queryKey: [...postageKey, orders],
    queryFn: () => read('postage', { orders: orderNumbers.join(',') }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.parcels.some((parcel) => moving.includes(parcel.state)) ? 2_000 : 30_000,
  })
  return data ?? null
}

/** What `usePostageOf` read for the parts below. */
export const ReadPostage = createContext<Postage | null>(null)

export function usePostage(): Postage | null {
  return use(ReadPostage)
}

/** Reads the parcels again after a change. */
export function useReloadPostage(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: postageKey })
}
