import { formatDate, formatLately } from '#base/visitor-time.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { focusSection } from '#ui/account-section.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Session } from '../account.contract.ts'
import { accountProblem } from '../client/account-requests.ts'
import { useEndSession } from './session-queries.ts'

/** One session, with a button that ends it. */
export function SessionItem({ session }: { session: Session }) {
  const { mutateAsync, isPending: busy } = useEndSession()
  const { id, device, network, signed_in_at, last_used_at, has_second_factor, current } = session
  const name = device ?? 'An unknown device'
  const facts = [
    current ? 'in use now' : `last used ${formatLately(last_used_at, serverNow())}`,
    network && (network === 'this computer' ? 'on the shop’s own computer' : `from ${network}`),
    `signed in since ${formatDate(signed_in_at)}`,
    has_second_factor && 'with a second step',
  ]

  async function end() {
    if (busy) return
    try {
      await mutateAsync(id)
    } catch (error) {
      return toast({ title: 'Not signed out', description: accountProblem(error).problem, tone: 'error' })
    }
    focusSection('sessions')
    await toast({ title: 'Signed out there', description: `${name} is no longer signed in.`, tone: 'success' })
  }

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
