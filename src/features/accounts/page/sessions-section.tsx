import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDate, formatLately } from '#base/visitor-time.ts'
import { loadBackend, serverNow } from '#platform/client/backend-client.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { AccountSection, focusSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Session } from '../account.contract.ts'
import { accountProblem } from '../client/account-requests.ts'

/** The sessions of the account. `stamp` changes when another section may have ended sessions. */
export function SessionsSection({ stamp }: { stamp: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...sessionsKey, stamp],
    queryFn: () => read('account-sessions'),
    placeholderData: keepPreviousData,
  })
  const done = { title: 'Signed out elsewhere', description: 'Only this browser is signed in now.' }
  const { busy, end } = useEnding(endOtherSessions, done)

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
            <TextButton onClick={end} aria-disabled={busy} className="mt-3">
              {busy ? 'Signing out…' : 'Sign out everywhere else'}
            </TextButton>
          )}
        </>
      )}
    </AccountSection>
  )
}

/** One session, with a button that ends it. */
function SessionItem({ session }: { session: Session }) {
  const { id, device, network, signed_in_at, last_used_at, has_second_factor, current } = session
  const name = device ?? 'An unknown device'
  const facts = [
    current ? 'in use now' : `last used ${formatLately(last_used_at, serverNow())}`,
    network && (network === 'this computer' ? 'on the shop’s own computer' : `from ${network}`),
    `signed in since ${formatDate(signed_in_at)}`,
    has_second_factor && 'with a second step',
  ]

  const done = { title: 'Signed out there', description: `${name} is no longer signed in.` }
  const { busy, end } = useEnding(() => endSession(id), done)

  return (
    <li className="items-baseline justify-between gap-x-8 border-line border-b py-3 first:pt-0 sm:flex">
      <div className="min-w-0">
        <p className="font-serif text-name leading-tight">
          {name}
          {current && <span className="label ml-3 align-middle text-mulberry">This one</span>}
        </p>
        <p className="text-ink-soft text-small first-letter:uppercase">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {!current && (
        <TextButton className="shrink-0" onClick={end} aria-disabled={busy} aria-label={`Sign out ${name}`}>
          {busy ? 'Signing out…' : 'Sign out'}
        </TextButton>
      )}
    </li>
  )
}

const sessionsKey = ['account-sessions'] as const

/** A session that has already ended counts as done. */
async function endSession(id: string): Promise<void> {
  await call('end-session', { id }).catch((error: unknown) => {
    if (toRequestError(error).code !== 'not_found') throw error
  })
}

async function endOtherSessions(): Promise<void> {
  const { auth } = await loadBackend()
  const { error } = await auth.signOut({ scope: 'others' })
  if (error) throw error
}

/** Ends sessions, reads the list again, and says so. */
function useEnding(mutationFn: () => Promise<void>, done: { title: string; description: string }) {
  const client = useQueryClient()
  const { mutate, isPending: busy } = useMutation({
    mutationFn,
    onError: (error) => toast({ title: 'Not signed out', description: accountProblem(error).problem, tone: 'error' }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: sessionsKey })
      focusSection('sessions')
      await toast({ ...done, tone: 'success' })
    },
  })
  return { busy, end: () => !busy && mutate() }
}
