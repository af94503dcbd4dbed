import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertCount } from '#admin/alert-count.tsx'
import { call, read } from '#platform/client/functions.ts'
import type { BodyOf, GetResponse } from '#platform/http/contract.ts'

const messagesKey = ['messages'] as const

export type Messages = GetResponse<'messages'>
export type Message = Messages['messages'][number]
export type SavedReply = Messages['replies'][number]

/** How many messages wait for an answer. */
export const messageAlerts = alertCount('messages', { read: () => read('messages'), count: ({ open }) => open })

/** The messages and saved replies, read every half minute. */
export function useMessages() {
  const { data, failureReason, refetch } = useQuery({
    queryKey: messagesKey,
    queryFn: async () => {
      const messages = await read('messages')
      messageAlerts.tell(messages)
      return messages
    },
    refetchInterval: 30_000,
  })
  return { data: data ?? null, problem: failureReason?.message ?? null, refetch }
}

export const useAnswerMessage = () => useMessageChange((body: BodyOf<'answer-message'>) => call('answer-message', body))
export const useReopenMessage = () => useMessageChange((body: BodyOf<'reopen-message'>) => call('reopen-message', body))
export const useWriteSavedReply = () =>
  useMessageChange((body: BodyOf<'write-saved-reply'>) => call('write-saved-reply', body))
export const useDeleteSavedReply = () =>
  useMessageChange((body: BodyOf<'delete-saved-reply'>) => call('delete-saved-reply', body))

/** A change after which the messages are read again, after a refusal too. */
function useMessageChange<Request extends object, Response>(mutationFn: (request: Request) => Promise<Response>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: messagesKey }) })
}
