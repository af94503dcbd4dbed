import { useState } from 'react'
import { formatShopDate, formatShopTime } from '#base/shop-time.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { focusSection } from '#ui/account-section.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Filter, Subscriber } from '../subscribers.contract.ts'
import { useRemoveSubscriber } from './subscriber-queries.ts'

const leaving = {
  unsubscribe: {
    call: 'unsubscribe-subscriber',
    ask: 'We won’t e-mail this address again, even if you import it later.',
    label: 'Unsubscribe',
    done: 'Unsubscribed',
  },
  erase: {
    call: 'erase-subscriber',
    ask: 'This erases the address and everything we hold about it for good. We keep only a fingerprint of the address, so that it’s never e-mailed again.',
    label: 'Erase',
    done: 'Erased',
  },
} as const

type Leaving = keyof typeof leaving

/** One address: its state, the consent for it, and the actions that remove it. */
export function SubscriberEntry({ subscriber }: { subscriber: Subscriber }) {
  const { id, email, state } = subscriber
  const [confirming, setConfirming] = useState<Leaving | null>(null)
  const { mutateAsync, isPending: busy } = useRemoveSubscriber()

  async function leave(way: Leaving) {
    if (busy) return
    try {
      await mutateAsync({ id, name: leaving[way].call })
    } catch (error) {
      const description = toRequestError(error).message
      return toast({ title: 'That didn’t work', description, tone: 'error', about: 'subscribers' })
    }
    setConfirming(null)
    focusSection('subscribers')
    await toast({ title: leaving[way].done, description: email, tone: 'success', about: 'subscribers' })
  }

  return (
    <li className="grid gap-x-8 border-line border-b py-3 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_13rem] lg:items-baseline">
      <div className="min-w-0">
        <p className={`wrap-any leading-snug ${state === 'off' ? 'text-ink-soft line-through' : ''}`}>{email}</p>
        <p className="text-ink-soft text-small">{describeState(subscriber)}</p>
      </div>
      <Consent subscriber={subscriber} />
      {confirming ? (
        <div className="max-w-[22rem]">
          <p className="text-small">{leaving[confirming].ask}</p>
          <p className="flex flex-wrap gap-x-6">
            <TextButton ref={focusNow} onClick={() => leave(confirming)} aria-disabled={busy}>
              {busy ? 'One moment…' : `Yes, ${leaving[confirming].label.toLowerCase()}`}
            </TextButton>
            <TextButton onClick={() => setConfirming(null)}>Cancel</TextButton>
          </p>
        </div>
      ) : (
        <p className="flex gap-x-6 lg:justify-end">
          {state !== 'off' && (
            <TextButton onClick={() => setConfirming('unsubscribe')} aria-label={`Unsubscribe ${email}`}>
              Unsubscribe
            </TextButton>
          )}
          <TextButton onClick={() => setConfirming('erase')} aria-label={`Erase ${email}`}>
            Erase
          </TextButton>
        </p>
      )}
    </li>
  )
}

function Consent({ subscriber }: { subscriber: Subscriber }) {
  const { consent_text } = subscriber
  const facts = consentFacts(subscriber)
  if (!consent_text) return <p className="text-ink-soft text-small">{facts}. The wording was not stored.</p>
  return (
    <details className="min-w-0 text-ink-soft text-small">
      <summary className="inline-flex min-h-11 items-center lg:min-h-0">
        <span>
          <span className="link wrap-any">{facts}</span>
        </span>
      </summary>
      <blockquote className="wrap-any mt-1 border-line border-l-2 pl-4 italic">{consent_text}</blockquote>
    </details>
  )
}

export const filters: { id: Filter; name: string }[] = [
  { id: 'all', name: 'All' },
  { id: 'on', name: 'On the list' },
  { id: 'unconfirmed', name: 'Not confirmed' },
  { id: 'off', name: 'Off the list' },
]

/** The filter in the URL; the whole list for an unknown one. */
export function readFilter(named: string | null): Filter {
  return filters.find(({ id }) => id === named)?.id ?? 'all'
}

const reasons: Record<string, string> = {
  unsubscribed: 'Unsubscribed',
  complaint: 'Reported an e-mail as spam',
  bounced: 'Could not be delivered',
}

/** The state of an address in a few words. */
export function describeState({
  state,
  confirmed_at,
  consented_at,
  unsubscribed_at,
  unsubscribe_reason,
}: Subscriber): string {
  if (state === 'on') return `On the list since ${formatShopDate(confirmed_at ?? consented_at)}`
  if (state === 'unconfirmed') return 'Not confirmed yet'
  const why = reasons[unsubscribe_reason ?? ''] ?? 'Unsubscribed'
  return unsubscribed_at ? `${why} on ${formatShopDate(unsubscribed_at)}` : why
}

/** The time and place of the consent, or of the import of a file without them. */
export function consentFacts({ imported, consented_at, source, source_name }: Subscriber): string {
  return `${imported ? 'Imported' : 'Agreed'} on ${formatShopTime(consented_at)}, ${source_name ?? source}`
}
