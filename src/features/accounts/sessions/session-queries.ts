import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { loadBackend } from '#platform/client/backend-client.ts'
import { callFunction, readFunction, toRequestError } from '#platform/client/functions.ts'

/** A session in the response of GET account-sessions. */
export type Session = {
  id: string
  device: string | null
  network: string | null
  signed_in_at: string
  last_used_at: string
  has_second_factor: boolean
  current: boolean
}

const sessionsKey = ['account-sessions'] as const

/** The sessions of the account. A new `stamp` reads them again. */
export function useSessions(stamp: number) {
  return useQuery({
    queryKey: [...sessionsKey, stamp],
    queryFn: () => readFunction<{ sessions: Session[] }>('account-sessions'),
    placeholderData: keepPreviousData,
  })
}

/** Ends one session. A session that has already ended counts as done. */
export function useEndSession() {
  return useSessionMutation((id: string) =>
    callFunction('end-session', { id }).catch((error: unknown) => {
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
