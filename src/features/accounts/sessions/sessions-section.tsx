import { useState } from 'react'
import { attempt } from '#platform/client/outcome.ts'
import { AccountSection, focusSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Lines } from '#ui/lines.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { SessionItem } from './session-item.tsx'
import { useSessions } from './use-sessions.ts'

/** Where she is signed in, and how to end it there. `stamp` changes when something else has ended sessions. */
export function SessionsSection({ stamp }: { stamp: number }) {
  const { sessions, load } = useSessions(stamp)
  const [busy, setBusy] = useState(false)

  async function endOthers() {
    if (busy) return
    setBusy(true)
    const outcome = await attempt(async ({ auth }) => ({ data: null, ...(await auth.signOut({ scope: 'others' })) }))
    setBusy(false)
    if ('problem' in outcome) return toast({ title: 'Not signed out', description: outcome.problem, tone: 'error' })
    focusSection('sessions')
    await load()
    await toast({ title: 'Signed out elsewhere', description: 'Only this browser is signed in now.', tone: 'success' })
  }

  return (
    <AccountSection
      id="sessions"
      title="Where you are signed in"
      note="Something here you do not know? Sign it out, and change your password."
    >
      {sessions === 'loading' && <Lines label="Looking where you are signed in" count={2} />}
      {typeof sessions === 'object' && 'problem' in sessions && (
        <CouldNotLoad problem={sessions.problem} onRetry={load} />
      )}
      {Array.isArray(sessions) && (
        <>
          <ul aria-labelledby="sessions">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} onEnded={load} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <TextButton onClick={endOthers} aria-disabled={busy} className="mt-3">
              {busy ? 'Signing out…' : 'Sign out others'}
            </TextButton>
          )}
        </>
      )}
    </AccountSection>
  )
}
