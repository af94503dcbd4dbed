import { LogOut, UserRound } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { hasStoredSession, onSessionChange } from '#platform/client/stored-session.ts'
import { Link } from '#ui/link.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'

/**
 * The login link; signed in, the link to the account, and on a wide screen the logout button. The browser reads the
 * session, so that the page is the same for all visitors.
 */
export function SessionButton() {
  const signedIn = useSignedIn()
  return (
    <>
      <Link to={signedIn ? '/account' : '/login'} aria-label={signedIn ? 'Account' : 'Sign in'} className="tool">
        <UserRound aria-hidden="true" strokeWidth={1.25} />
      </Link>
      {signedIn && (
        <button type="button" aria-label="Sign out" onClick={leave} className="tool @max-5xl:hidden">
          <LogOut aria-hidden="true" strokeWidth={1.25} />
        </button>
      )}
    </>
  )
}

/** The logout button in a phone's menu, where one tap cannot sign out by accident. */
export function MenuLogOut({ onLeave }: { onLeave: () => void }) {
  function press() {
    onLeave()
    leave()
  }

  if (!useSignedIn()) return null
  return (
    <li>
      <button type="button" onClick={press} className="inline-flex min-h-11 items-center hover:text-mulberry">
        Sign out
      </button>
    </li>
  )
}

function useSignedIn(): boolean {
  const signedIn = useSyncExternalStore(onSessionChange, hasStoredSession, () => false)
  // A logout without a connection has a message too.
  useEffect(() => {
    if (!signedIn) return
    prepareToasts()
    loadSignOut().catch(() => undefined)
  }, [signedIn])
  return signedIn
}

function loadSignOut(): Promise<typeof import('./client/sign-out.ts')> {
  return import('./client/sign-out.ts')
}

/** Signs out and says so. */
export async function leave(): Promise<void> {
  const { signOut } = await loadSignOut()
  const problem = await signOut()
  if (problem)
    await toast({ title: 'Signed out on this device only', description: problem, tone: 'error', about: 'session' })
  else await toast({ title: 'Signed out', description: 'You have been logged out successfully.', about: 'session' })
}
