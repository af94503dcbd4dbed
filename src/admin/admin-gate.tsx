import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, replace } from 'react-router'
import { wasSignedOutSince } from '#features/accounts/client/device-data.ts'
import { visitedPages } from '#features/accounts/client/visited-pages.ts'
import { type Account, type AccountState, accountQuery, factorsOf, useAccount } from '#features/accounts/use-account.ts'
import { hasStoredSession } from '#platform/client/backend-client.ts'
import { onRefused } from '#platform/client/functions.ts'
import { queryClient } from '#platform/client/query-client.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AccessDenied } from './access-denied.tsx'
import { AdministratorContext } from './administrator.ts'
import { SecondFactorPrompt } from './second-factor-prompt.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useSessionRenewal } from './use-session-renewal.ts'

/**
 * Client middleware of the back office's layout: sends visitors to the login, and reads the account before a page
 * opens. `AdminGate` decides by it what is shown. The sign-in returns to the page.
 */
export async function requireSession({ request }: { request: Request }): Promise<void> {
  if (hasStoredSession() && (await readAccount())) return
  const { pathname, search } = new URL(request.url)
  visitedPages.push(pathname + search)
  throw replace('/auth')
}

/** From the cache for an administrator; read again for a customer, who may have become one. */
function readAccount(): Promise<Account | 'failed' | null> {
  const isAdmin = queryClient.getQueryData(accountQuery.queryKey)?.isAdmin
  return queryClient.fetchQuery({ ...accountQuery, staleTime: isAdmin ? 'static' : 0 }).catch(() => 'failed' as const)
}

/**
 * Shows `children` to administrators, after their second factor where they have one, and refuses customers. A session
 * that ends while a page is open is renewed in a dialog over `children`, whose form values stay; a user who signs out
 * or loses the role no longer sees the page. The server checks each call itself.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const { state, reload } = useAccount()
  const { factorMissing, forget } = useReloadOnRefusal(reload)
  const admitted = useAdmitted(state)
  useSessionRenewal(admitted, state, reload)

  async function showFactor() {
    await reload()
    forget()
  }

  if (admitted && !(factorMissing && factorsOf(admitted.user).length === 0)) {
    const missing = missingProof(state, factorMissing)
    return (
      <AdministratorContext key={admitted.user.id} value={admitted.user.id}>
        {children}
        {missing && <SignInAgain account={admitted} missing={missing} onShown={showFactor} />}
      </AdministratorContext>
    )
  }
  if (state === 'signed-out') return <Navigate to="/auth" replace />
  if (state === 'failed') {
    return (
      <Bare>
        <CouldNotLoad problem="We couldn’t check your account just now." onRetry={reload} />
      </Bare>
    )
  }
  if (typeof state === 'string') return <AccountSpinner />
  if (!state.isAdmin) return <AccessDenied />
  return (
    <Bare>
      <SecondFactorPrompt account={state} onShown={showFactor} />
    </Bare>
  )
}

/** Shown until the account is known. */
export function AccountSpinner() {
  return <Spinner label="Checking your account" />
}

/** The administrator who last saw the page, while it may stay open for that account; else null. */
function useAdmitted(state: AccountState): Account | null {
  const [admitted, setAdmitted] = useState<{ account: Account; sinceMs: number } | null>(null)
  const next = nextAdmitted(admitted, state)
  if (next !== admitted) setAdmitted(next)
  return next?.account ?? null
}

type Admitted = { account: Account; sinceMs: number }

function nextAdmitted(admitted: Admitted | null, state: AccountState): Admitted | null {
  if (state === 'signed-out') return admitted && !wasSignedOutSince(admitted.sinceMs) ? admitted : null
  if (typeof state === 'string') return admitted
  if (!state.isAdmin) return null
  const isSame = admitted?.account.user.id === state.user.id
  if (state.wantsFactor) return isSame ? admitted : null
  return isSame && admitted.account === state ? admitted : { account: state, sinceMs: Date.now() }
}

/** What the administrator on the page has to enter before the server accepts the next call. */
function missingProof(state: AccountState, factorMissing: boolean): 'password' | 'second factor' | null {
  if (state === 'failed') return null
  if (typeof state === 'string') return 'password'
  return state.wantsFactor || factorMissing ? 'second factor' : null
}

/** Reads the account again after a function refused the caller, who may have lost the role or the session. */
function useReloadOnRefusal(reload: () => Promise<unknown>) {
  const [factorMissing, setFactorMissing] = useState(false)
  useEffect(
    () =>
      onRefused((missing) => {
        if (missing === 'second_factor') setFactorMissing(true)
        void reload()
      }),
    [reload],
  )
  return { factorMissing, forget: () => setFactorMissing(false) }
}

function Bare({ children }: { children: ReactNode }) {
  return <div className="page min-h-[70svh] pt-[clamp(2rem,5vw,4.5rem)]">{children}</div>
}
