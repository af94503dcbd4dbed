import { LogOut, UserRound } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { hasStoredSession, onSessionChange } from '#platform/client/backend-client.ts'
import { Link } from '#ui/link.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { signOut } from './client/sign-out.ts'

const look = 'inline-flex size-11 items-center justify-center hover:text-mulberry'

/**
 * The login link or the logout button. The browser reads the session, so that the page is the same for all visitors.
 */
export function SessionButton() {
  const signedIn = useSyncExternalStore(onSessionChange, hasStoredSession, () => false)
  // A logout without a connection has a message too.
  useEffect(() => {
    if (signedIn) prepareToasts()
  }, [signedIn])

  if (!signedIn) {
    return (
      <Link to="/login" aria-label="Log in" className={look}>
        <UserRound aria-hidden="true" strokeWidth={1.25} className="size-[1.375rem]" />
      </Link>
    )
  }

  async function leave() {
    const problem = await signOut()
    if (problem)
      await toast({ title: 'Signed out on this device only', description: problem, tone: 'error', about: 'session' })
    else await toast({ title: 'Logged out', description: 'You have been logged out successfully.', about: 'session' })
  }

  return (
    <>
      {/* Hidden on a phone, which has it in the menu. */}
      <Link to="/account" aria-label="Account" className={`${look} @max-5xl:hidden`}>
        <UserRound aria-hidden="true" strokeWidth={1.25} className="size-[1.375rem]" />
      </Link>
      <button type="button" aria-label="Log out" onClick={leave} className={look}>
        <LogOut aria-hidden="true" strokeWidth={1.25} className="size-[1.375rem]" />
      </button>
    </>
  )
}
