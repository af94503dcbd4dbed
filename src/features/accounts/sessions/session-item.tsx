import { useState } from 'react'
import { serverNow } from '#platform/client/backend-client.ts'
import { askFunction } from '#platform/client/outcome.ts'
import { focusSection } from '#ui/account-section.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { formatDate, formatLately } from '#ui/time/visitor-time.ts'
import { toast } from '#ui/toast.ts'
import type { Session } from './use-sessions.ts'

/** One place she is signed in. */
export function SessionItem({ session, onEnded }: { session: Session; onEnded: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const { id, device, network, signed_in_at, last_used_at, has_second_factor, current } = session
  const name = device ?? 'An unknown device'
  const facts = [
    current ? 'in use now' : `last used ${formatLately(last_used_at, serverNow())}`,
    network && (network === 'this computer' ? 'on the shop’s own computer' : `from ${network}`),
    `signed in since ${formatDate(signed_in_at)}`,
    has_second_factor && 'with second factor',
  ]

  async function end() {
    if (busy) return
    setBusy(true)
    const outcome = await askFunction('end-session', { id })
    setBusy(false)
    // Gone already is what was wanted.
    if ('problem' in outcome && outcome.code !== 'not_found') {
      return toast({ title: 'Not signed out', description: outcome.problem, tone: 'error' })
    }
    focusSection('sessions')
    await onEnded()
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
