import type { Factor, User } from '@supabase/supabase-js'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Role } from '#platform/auth/roles.ts'
import { loadBackend, publicKey } from '#platform/client/backend-client.ts'
import { readRole } from '#platform/client/read-role.ts'
import { hasStoredSession, onSessionChange } from '#platform/client/stored-session.ts'
import { endSession } from './client/sign-out.ts'

export type Account = {
  user: User
  /** Of the back office; null for customers. */
  role: Role | null
  settings: AccountSettings
  /** Whether the user has second factors and has confirmed none in this session. */
  wantsFactor: boolean
}

/** `unknown`: on the server, and until the browser has checked for a session. */
export type AccountState = 'unknown' | 'signed-out' | 'loading' | 'failed' | Account

/** The account of this browser's session; null once the session has ended. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ client }) => readAccount(client),
  staleTime: 10_000,
  refetchOnWindowFocus: false,
  // The middleware of the back office has just read it.
  retryOnMount: false,
})

/**
 * The account of this browser's session, also after a sign-in or sign-out in another tab. `reload` reads it again and
 * returns it; until then the old one stays visible.
 */
export function useAccount(): { state: AccountState; reload: () => Promise<Account | 'failed' | null> } {
  const signedIn = useSyncExternalStore(onSessionChange, hasStoredSession, () => null)
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery({ ...accountQuery, enabled: signedIn === true })

  useEffect(() => {
    if (signedIn === false) void client.resetQueries(accountQuery)
    if (signedIn !== true) return
    const watch = new AbortController()
    void followSession(watch.signal, (userId) => {
      const shown = client.getQueryData(accountQuery.queryKey)
      if (shown && shown.user.id !== userId) void client.refetchQueries(accountQuery)
    })
    return () => watch.abort()
  }, [signedIn, client])

  const reload = useCallback(async () => {
    const { data, isError } = await refetch({ cancelRefetch: false })
    return isError ? 'failed' : (data ?? null)
  }, [refetch])

  if (signedIn === null) return { state: 'unknown', reload }
  if (!signedIn) return { state: 'signed-out', reload }
  return { state: isError ? 'failed' : (data ?? 'loading'), reload }
}

/** The verified second factors; an unfinished one does not count. */
export function factorsOf({ factors = [] }: User): Factor[] {
  return factors.filter(({ status }) => status === 'verified')
}

/** Returns null if the session has ended, and removes it from this browser. */
async function readAccount(client: QueryClient): Promise<Account | null> {
  const backend = await loadBackend()
  const { data, error } = await backend.auth.getUser()
  if (error) {
    const isOver = error.name === 'AuthSessionMissingError' || error.status === 401 || error.status === 403
    if (!isOver) throw error
    endSession()
    return null
  }
  const { user } = data
  dropDataOfOthers(client, user.id)
  const [settings, level, role] = await Promise.all([
    readSettings(),
    backend.auth.mfa.getAuthenticatorAssuranceLevel(),
    readRole(backend, user.id),
  ])
  const wantsFactor = factorsOf(user).length > 0 && level.data?.currentLevel !== 'aal2'
  return { user, role, settings, wantsFactor }
}

let ownerOfData: string | null = null

/** Removes the cached data of another user. */
function dropDataOfOthers(client: QueryClient, userId: string): void {
  if (ownerOfData !== null && ownerOfData !== userId) {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountQuery.queryKey[0] })
  }
  ownerOfData = userId
}

/** Calls `onUser` with the user of each sign-in, in this tab or another, until `signal` aborts. */
async function followSession(signal: AbortSignal, onUser: (userId: string | null) => void): Promise<void> {
  const backend = await loadBackend().catch(() => null)
  if (!backend || signal.aborted) return
  const { data } = backend.auth.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_IN') onUser(session?.user.id ?? null)
  })
  signal.addEventListener('abort', () => data.subscription.unsubscribe())
}

/** The account features of this shop that the account page depends on. */
export type AccountSettings = {
  /** Whether a telephone can be a second factor. */
  phones: boolean
  /** Providers for signing in, such as `google`. */
  providers: string[]
  /** Whether a user can link these providers to an existing account. */
  linking: boolean
}

/** Reads GET /auth/v1/settings. Throws without a successful response. */
async function readSettings(): Promise<AccountSettings> {
  const response = await fetch('/auth/v1/settings', { headers: { apikey: publicKey() } })
  if (!response.ok) throw new Error(`The settings of accounts answered ${response.status}`)
  const { external = {}, sms_provider, manual_linking_enabled } = await response.json()
  const providers = Object.entries(external).filter(([name, isOn]) => isOn === true && !own.has(name))
  return {
    phones: typeof sms_provider === 'string' && sms_provider !== '',
    providers: providers.map(([name]) => name),
    linking: manual_linking_enabled === true,
  }
}

const own = new Set(['email', 'phone', 'anonymous_users'])
