import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { loadBackend } from '#platform/client/backend-client.ts'
import { readRole } from '#platform/client/read-role.ts'
import { onSessionChange, storedUserId } from '#platform/client/stored-session.ts'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/toast.ts'
import { signOut } from './client/sign-out.ts'

// What the header has for those who are signed in. Its code is not the page's.

const look = 'inline-flex min-h-11 items-center hover:text-mulberry'

/**
 * The end of a phone's menu: the logout button, where one tap cannot sign out by accident, and for staff the link to the
 * back office, last, since it appears once the server has named their role. It is read when the menu opens.
 */
export function MenuItems({ onLeave }: { onLeave: () => void }) {
  const place = useRef<HTMLLIElement>(null)
  const user = useSyncExternalStore(onSessionChange, storedUserId)
  const [staff, setStaff] = useState<string | null>(null)

  useEffect(() => {
    const menu = place.current?.closest('details')
    async function ask() {
      // Another role may be theirs when it opens again.
      if (!menu?.open || user === null) return setStaff(null)
      const role = await readRole(await loadBackend(), user)
      if (menu.open) setStaff(role && user)
    }
    // Without a connection there is no link; the next opening reads it again.
    const askQuietly = () => void ask().catch(Object)
    askQuietly()
    menu?.addEventListener('toggle', askQuietly)
    return () => menu?.removeEventListener('toggle', askQuietly)
  }, [user])

  function press() {
    onLeave()
    void leave()
  }

  return (
    <>
      <li ref={place}>
        <button type="button" onClick={press} className={look}>
          Sign out
        </button>
      </li>
      {staff !== null && staff === user && (
        <li>
          <Link to="/admin" onClick={onLeave} className={look}>
            Admin
          </Link>
        </li>
      )}
    </>
  )
}

/** Signs out and says so. */
export async function leave(): Promise<void> {
  const problem = await signOut()
  if (problem)
    await toast({ title: 'Signed out on this device only', description: problem, tone: 'error', about: 'session' })
  else await toast({ title: 'Signed out', description: 'You have been logged out successfully.', about: 'session' })
}
