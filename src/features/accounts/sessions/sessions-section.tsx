import { AccountSection, focusSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { accountProblem } from '../client/account-requests.ts'
import { SessionItem } from './session-item.tsx'
import { useEndOtherSessions, useSessions } from './session-queries.ts'

/** The sessions of the account. `stamp` changes when another section may have ended sessions. */
export function SessionsSection({ stamp }: { stamp: number }) {
  const { data, error, refetch } = useSessions(stamp)
  const { mutateAsync, isPending: busy } = useEndOtherSessions()

  async function endOthers() {
    if (busy) return
    try {
      await mutateAsync(undefined)
    } catch (error) {
      return toast({ title: 'Not signed out', description: accountProblem(error).problem, tone: 'error' })
    }
    focusSection('sessions')
    await toast({ title: 'Signed out elsewhere', description: 'Only this browser is signed in now.', tone: 'success' })
  }

  return (
    <AccountSection
      id="sessions"
      title="Where you’re signed in"
      note="Don’t recognise something here? Sign it out and change your password."
    >
      {!data && !error && <LoadingSkeleton label="Loading where you’re signed in" count={2} />}
      {error && <CouldNotLoad problem={accountProblem(error).problem} onRetry={refetch} />}
      {data && !error && (
        <>
          <ul aria-labelledby="sessions">
            {data.sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
          {data.sessions.length > 1 && (
            <TextButton onClick={endOthers} aria-disabled={busy} className="mt-3">
              {busy ? 'Signing out…' : 'Sign out everywhere else'}
            </TextButton>
          )}
        </>
      )}
    </AccountSection>
  )
}
