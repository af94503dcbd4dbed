import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import type { Filter, ImportRequest, SubscriberPage } from '../subscribers.contract.ts'

const subscribersKey = ['subscribers'] as const

/** Imports and exports of a long list take minutes. */
const longTimeout = { timeoutMs: 300_000 }

/** The list, page by page; while another filter loads the previous list stays visible. */
export function useSubscribers({ state, q }: { state: Filter; q: string }) {
  return useInfiniteQuery({
    queryKey: [...subscribersKey, { state, q }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after }) => read('subscribers', { state, q, after }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      subscribers: pages.flatMap(({ subscribers }) => subscribers),
      counts: pages.at(-1)?.counts as SubscriberPage['counts'],
    }),
  })
}

/** Unsubscribes or erases an address. One that is already removed counts as done. */
export function useRemoveSubscriber() {
  return useSubscriberMutation(({ id, name }: { id: string; name: 'unsubscribe-subscriber' | 'erase-subscriber' }) =>
    call(name, { id }).catch((error: unknown) => {
      if (toRequestError(error).code !== 'not_found') throw error
    }),
  )
}

/** What the columns of a list mean, before it is imported. */
export function usePreviewSubscribers() {
  return useMutation({
    mutationFn: ({ csv, file_name }: { csv: string; file_name: string }) =>
      call('preview-subscribers', { csv, file_name }, longTimeout),
  })
}

export function useImportSubscribers() {
  return useSubscriberMutation((body: ImportRequest) => call('import-subscribers', body, longTimeout))
}

/** The list as CSV text. */
export function useExportSubscribers() {
  return useMutation({
    mutationFn: (query: { state: Filter; q: string }) => read('export-subscribers', query, longTimeout),
  })
}

function useSubscriberMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: subscribersKey }) })
}
