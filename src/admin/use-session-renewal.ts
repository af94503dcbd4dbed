import { useCallback, useEffect, useRef } from 'react'
import type { Account, AccountState } from '#features/accounts/use-account.ts'
import { loadBackend, onSessionEnd } from '#platform/client/backend-client.ts'

/**
 * Calls refused because their session has ended wait until the same administrator has signed in again. The account is
 * read first: if its session has really ended, `state` becomes 'signed-out' and the page shows the sign-in.
 */
export function useSessionRenewal(
  admitted: Account | null,
  state: AccountState,
  reload: () => Promise<Account | 'failed' | null>,
): void {
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null)
  const userId = admitted?.user.id ?? null

  const settle = useCallback((isRenewed: boolean) => {
    waiting.current?.resolve(isRenewed)
    waiting.current = null
  }, [])

  useEffect(() => {
    if (userId === null) return
    const stop = onSessionEnd(async () => {
      if (!waiting.current) {
        waiting.current = Promise.withResolvers()
        void reload().then((found) => {
          if (found === null) return
          settle(typeof found === 'object' && found.user.id === userId && found.isAdmin && !found.wantsFactor)
        })
      }
      return (await waiting.current.promise) ? readAccessToken() : null
    })
    return () => {
      stop()
      // Another account has signed in, or the page is left.
      settle(false)
    }
  }, [userId, reload, settle])

  const signedIn = typeof state === 'object' ? state : null
  useEffect(() => {
    if (signedIn && signedIn.user.id === userId && !signedIn.wantsFactor) settle(true)
  }, [signedIn, userId, settle])
}

async function readAccessToken(): Promise<string | null> {
  const { auth } = await loadBackend()
  const { data } = await auth.getSession()
  return data.session?.access_token ?? null
}
