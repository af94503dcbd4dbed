import type { Factor, User } from '@supabase/supabase-js'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { endSession } from '#platform/auth/sign-out.ts'
import { hasStoredSession, onSessionChange } from '#platform/auth/stored-session.ts'
import { isAdministrator } from '#platform/client/administrator.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { type AccountSettings, readSettings } from './account-settings.ts'

export type Account = {
  user: User
  isAdmin: boolean
  settings: AccountSettings
  /** Whether she has second factors and has not shown one in this session. */
  wantsFactor: boolean
}

/** `unknown`: on the server, and until the browser has looked for a session. */
export type AccountState = 'unknown' | 'signed-out' | 'loading' | 'failed' | Account

/**
 * The account of this browser's session; `reload` reads it anew, gives it, and leaves what is shown until it is there. It follows
 * the session: signed out in any tab, it is gone; somebody else's, it is hers.
 */
export function useAccount(): { state: AccountState; reload: () => Promise<Account | 'failed' | null> } {
  const signedIn = useSyncExternalStore(onSessionChange, hasStoredSession, () => null)
  const [found, setFound] = useState<Account | 'failed' | null>(null)

  useEffect(() => {
    if (signedIn === null) return
    if (!signedIn) {
      setFound(null)
      return
    }
    const watch = new AbortController()
    findAccount().then((account) => !watch.signal.aborted && setFound(account))
    followSession(watch.signal, (userId) =>
      setFound((shown) => {
        if (typeof shown === 'object' && shown?.user.id !== userId) findAccount().then(setFound)
        return shown
      }),
    )
    return () => watch.abort()
  }, [signedIn])

  const state = signedIn === null ? 'unknown' : signedIn ? (found ?? 'loading') : 'signed-out'
  const reload = useCallback(async () => {
    const account = await findAccount()
    setFound(account)
    return account
  }, [])
  return { state, reload }
}

/** Second factors that count: one that was begun and left does not. */
export function factorsOf({ factors = [] }: User): Factor[] {
  return factors.filter(({ status }) => status === 'verified')
}

/** Null where the session has ended: then it is forgotten here too. */
async function findAccount(): Promise<Account | 'failed' | null> {
  try {
    const backend = await loadBackend()
    const { data, error } = await backend.auth.getUser()
    if (error) {
      const isOver = error.name === 'AuthSessionMissingError' || error.status === 401 || error.status === 403
      if (!isOver) return 'failed'
      endSession()
      return null
    }
    const { user } = data
    const [settings, level, isAdmin] = await Promise.all([
      readSettings(),
      backend.auth.mfa.getAuthenticatorAssuranceLevel(),
      isAdministrator(backend, user.id),
    ])
    const wantsFactor = factorsOf(user).length > 0 && level.data?.currentLevel !== 'aal2'
    return { user, isAdmin, settings, wantsFactor }
  } catch {
    return 'failed'
  }
}

/** Hears from the other tabs who is signed in, until `signal` says that nobody listens any more. */
async function followSession(signal: AbortSignal, onUser: (userId: string | null) => void): Promise<void> {
  const backend = await loadBackend().catch(() => null)
  if (!backend || signal.aborted) return
  const { data } = backend.auth.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_IN') onUser(session?.user.id ?? null)
  })
  signal.addEventListener('abort', () => data.subscription.unsubscribe())
}
