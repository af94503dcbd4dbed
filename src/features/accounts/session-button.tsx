import { LogOut, UserRound } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { hasStoredSession, onSessionChange } from '#platform/client/stored-session.ts'
import { Link } from '#ui/link.tsx'
import { prepareToasts } from '#ui/toast.ts'

/**
 * The login link; signed in, the link to the account, and on a wide screen the logout button. The browser reads the
 * session, so that the page is the same for all visitors.
 */
export function SessionButton() {
  const [signedIn] = useSession()
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

/** What a phone's menu has for those who are signed in. */
export function MenuAccount(props: { onLeave: () => void }) {
  const [signedIn, code] = useSession()
  return signedIn && code && <code.MenuItems {...props} />
}

type Code = typeof import('./signed-in.tsx')

/** Whether this browser has a session, and the code that only its person needs, once it is there. */
function useSession(): [signedIn: boolean, code: Code | undefined] {
  const signedIn = useSyncExternalStore(onSessionChange, hasStoredSession, () => false)
  const [code, setCode] = useState<Code>()
  useEffect(() => {
    if (!signedIn) return
    // A logout without a connection has a message too.
    prepareToasts()
    load().then(setCode, Object)
  }, [signedIn])
  return [signedIn, code]
}

function load(): Promise<Code> {
  return import('./signed-in.tsx')
}

async function leave(): Promise<void> {
  await (await load()).leave()
}
