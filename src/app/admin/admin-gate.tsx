import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, replace } from 'react-router'
import { StaffContext } from '#admin/staff.ts'
import { forgetDrafts, wasSignedOutSince } from '#features/accounts/client/device-data.ts'
import { visitedPages } from '#features/accounts/client/visited-pages.ts'
import { FactorFirst } from '#features/accounts/page/factor-proof.tsx'
import { type Account, type AccountState, accountQuery, factorsOf, useAccount } from '#features/accounts/use-account.ts'
import { loadBackend, onSessionEnd } from '#platform/client/backend-client.ts'
import { onRefused } from '#platform/client/functions.ts'
import { queryClient } from '#platform/client/query-client.ts'
import { hasStoredSession } from '#platform/client/stored-session.ts'
import { buttonLook } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { SignInAgain } from './sign-in-again.tsx'

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

/** From the cache for an administrator; read again for anyone else, whose role may be another by now. */
function readAccount(): Promise<Account | 'failed' | null> {
  const isAdmin = queryClient.getQueryData(accountQuery.queryKey)?.role === 'admin'
  return queryClient.fetchQuery({ ...accountQuery, staleTime: isAdmin ? 'static' : 0 }).catch(() => 'failed' as const)
}

/**
 * Shows `children` to administrators and helpers, after their second factor where they have one, and refuses customers;
 * the layout refuses a helper the screens of others. A session that ends while a page is open is renewed in a dialog
 * over `children`, whose form values stay; a user who signs out or loses the role no longer sees the page. The server
 * checks each call itself.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const { state, reload } = useAccount()
  const { factorMissing, forget } = useReloadOnRefusal(reload)
  const admitted = useAdmitted(state)
  useSessionRenewal(admitted, state, reload)
  useDraftsForgotten(admitted?.user.id)

  async function showFactor() {
    await reload()
    forget()
  }

  if (admitted?.role && !(factorMissing && factorsOf(admitted.user).length === 0)) {
    const missing = missingProof(state, factorMissing)
    return (
      <StaffContext key={admitted.user.id} value={{ id: admitted.user.id, role: admitted.role }}>
        {children}
        {missing && <SignInAgain account={admitted} missing={missing} onShown={showFactor} />}
      </StaffContext>
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
  if (!state.role) return <AccessDenied />
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

/** The account that last saw the page, while it may stay open for that account; else null. */
function useAdmitted(state: AccountState): Account | null {
  const [admitted, setAdmitted] = useState<{ account: Account; sinceMs: number } | null>(null)
  const next = nextAdmitted(admitted, state)
  if (next !== admitted) setAdmitted(next)
  return next?.account ?? null
}

/** Removes a user's drafts from this tab after a sign-out in another one. */
function useDraftsForgotten(userId: string | undefined): void {
  useEffect(() => {
    const sinceMs = Date.now()
    return () => {
      if (userId && wasSignedOutSince(sinceMs)) forgetDrafts(userId)
    }
  }, [userId])
}

type Admitted = { account: Account; sinceMs: number }

function nextAdmitted(admitted: Admitted | null, state: AccountState): Admitted | null {
  if (state === 'signed-out') return admitted && !wasSignedOutSince(admitted.sinceMs) ? admitted : null
  if (typeof state === 'string') return admitted
  if (!state.role) return null
  const isSame = admitted?.account.user.id === state.user.id
  if (state.wantsFactor) return isSame ? admitted : null
  return isSame && admitted.account === state ? admitted : { account: state, sinceMs: Date.now() }
}

/** What the user on the page has to enter before the server accepts the next call. */
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

/** The page for a signed-in user who may not open it. */
export function AccessDenied() {
  return (
    <div className="page flex min-h-[70svh] items-center justify-center py-12">
      <section aria-labelledby="denied" className="w-full max-w-[30rem] bg-paper-deep/60 px-8 py-10 text-center">
        <h1 id="denied" className="text-display leading-none">
          Access Denied
        </h1>
        <Rule className="mx-auto mt-6 max-w-40 text-mulberry/60" />
        <p className="mt-6 text-lead">You do not have permission to access this page.</p>
        <p className="mt-8">
          <Link to="/" className={buttonLook('solid')}>
            Go Home
          </Link>
        </p>
      </section>
    </div>
  )
}

/** Requests the second factor, or links to the page where it can be added. */
function SecondFactorPrompt({ account, onShown }: { account: Account; onShown: () => Promise<void> }) {
  return (
    <>
      <h1 className="text-display leading-none tracking-[-0.015em]">Admin Dashboard</h1>
      <div className="mt-[clamp(1rem,2vw,1.75rem)]">
        {factorsOf(account.user).length > 0 ? <FactorFirst account={account} onShown={onShown} /> : <NoneYet />}
      </div>
    </>
  )
}

function NoneYet() {
  return (
    <>
      <Rule className="text-mulberry/60" />
      <p className="measure mt-9 text-lead leading-[1.4]">
        A password alone doesn’t open the back office. Add a second step to your account: an app on your phone or a
        passkey. It takes a minute.
      </p>
      <p className="mt-9">
        <Link to="/account#factors" className={buttonLook('solid')}>
          Add a second step
        </Link>
      </p>
    </>
  )
}

/**
 * Calls refused because their session has ended wait until the same user has signed in again. The account is
 * read first: if its session has really ended, `state` becomes 'signed-out' and the page shows the sign-in.
 */
function useSessionRenewal(
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
          settle(typeof found === 'object' && found.user.id === userId && found.role !== null && !found.wantsFactor)
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
