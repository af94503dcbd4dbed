import { useCallback, useEffect, useState } from 'react'
import { askFunction } from '#platform/client/outcome.ts'

/** As GET account-sessions gives it. */
export type Session = {
  id: string
  device: string | null
  network: string | null
  signed_in_at: string
  last_used_at: string
  has_second_factor: boolean
  current: boolean
}

/** Where she is signed in. `stamp`: whatever changes when the list has to be read anew. */
export function useSessions(stamp: unknown) {
  const [sessions, setSessions] = useState<Session[] | 'loading' | { problem: string }>('loading')

  const load = useCallback(async () => {
    const outcome = await askFunction<{ sessions: Session[] }>('account-sessions')
    setSessions('problem' in outcome ? { problem: outcome.problem } : outcome.value.sessions)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp is what says that it is time
  useEffect(() => {
    load()
  }, [load, stamp])

  return { sessions, load }
}
