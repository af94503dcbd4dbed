import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { loadBackend } from '#platform/client/backend-client.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'

const sessionsKey = ['account-sessions'] as const

/** The sessions of the account. A new `stamp` reads them again. */
export function useSessions(stamp: number) {
  return useQuery({
    queryKey: [...sessionsKey, stamp],
    queryFn: () => read('account-sessions'),
    placeholderData: keepPreviousData,
  })
}

/** Ends one session. A session that has already ended counts as done. */
export function useEndSession() {
  return useSessionMutation((id: string) =>
    call('end-session', { id }).catch((error: unknown) => {
      if (toRequestError(error).code !== 'not_found') throw error
    }),
  )
}

/** Ends all sessions except this one. */
export function useEndOtherSessions() {
  return useSessionMutation(async () => {
    const { auth } = await loadBackend()
    const { error } = await auth.signOut({ scope: 'others' })
    if (error) throw error
  })
}

function useSessionMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }) })
}
