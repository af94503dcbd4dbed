import { useQuery } from '@tanstack/react-query'
import { read } from '#platform/client/functions.ts'

/** Names the parts of a rehearsal that are not real; nothing when live. */
export function RehearsalLine({ className }: { className: string }) {
  const { data } = useQuery({
    queryKey: ['rehearsal'],
    queryFn: () => read('shop-time'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rehearsal = data?.rehearsal
  if (!rehearsal) return null
  return (
    <p className={`text-ink-soft text-small leading-tight print:hidden ${className}`}>
      Rehearsal: payments are {rehearsal.payments === 'simulated' ? 'simulated' : 'test payments'}; e-mails{' '}
      {rehearsal.emails === 'sent' ? (
        'are really sent.'
      ) : (
        <>
          go to the{' '}
          <a href="/dev/mailbox" className="link">
            mailbox
          </a>
          .
        </>
      )}
    </p>
  )
}

/**
 * The parts of a rehearsal that are not real. `emails` is `mailbox` when e-mails go to the shop's own mailbox only.
 */
export type Rehearsal = { payments: 'simulated' | 'test'; emails: 'mailbox' | 'sent' }
