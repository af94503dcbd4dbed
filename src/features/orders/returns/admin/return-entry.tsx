import { useState } from 'react'
import { Photographs } from '#admin/photographs.tsx'
import { formatShopTime } from '#base/shop-time.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { isBeforeDispatch, type OrderStatus } from '../../order-state.ts'
import { nextStates, returnPhotographs } from '../return.ts'
import { kindNames, stateNames } from '../return-labels.ts'
import type { OwnerReturn } from './list-returns.ts'
import { RefundReturn } from './refund-return.tsx'
import { RefuseReturn } from './refuse-return.tsx'
import { useChangeReturn } from './return-queries.ts'

/** One return with what the customer sent, and the buttons that move it on. */
export function ReturnEntry({ declared }: { declared: OwnerReturn }) {
  const { kind, state, requested_at, declared_on, declared_by, reason, answer, lines, order_status } = declared
  const [open, setOpen] = useState<'refund' | 'refuse' | null>(null)
  const next = nextStates[state]
  const isUnsent = next.length > 0 && isBeforeDispatch(order_status as OrderStatus)
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <strong className="font-medium">{kindNames[kind]}</strong>
        <span className={next.length > 0 ? 'text-mulberry' : 'text-ink-soft'}>{stateNames[state]}</span>
        <span className="text-ink-soft text-small">{formatShopTime(requested_at)}</span>
      </p>
      <ul className="mt-1">
        {lines.map(({ name, size, quantity }) => (
          <li key={`${name} ${size}`} className="wrap-any">
            {quantity} × {namedSize({ name, size })}
          </li>
        ))}
      </ul>
      {reason && (
        <blockquote dir="auto" className="wrap-any mt-2 max-w-[38em] whitespace-pre-line border-line border-l-2 pl-4">
          {reason}
        </blockquote>
      )}
      {declared_on === 'form' && (
        <p className="wrap-any mt-2 text-ink-soft text-small">
          Declared with order number and e-mail alone, without the link
          {declared_by && (
            <>
              , as <bdi>{declared_by}</bdi>
            </>
          )}
          .
        </p>
      )}
      <Photographs bucket={returnPhotographs} names={declared.photographs} />
      {answer && (
        <p className="wrap-any mt-2 max-w-[38em] whitespace-pre-line text-ink-soft">
          You answered: <bdi>{answer}</bdi>
        </p>
      )}
      {isUnsent && (
        <p className="mt-3 max-w-[38em] border-mulberry border-l-2 pl-4">
          It hasn’t been posted. Please don’t cut or post it: cancel the order under Money, or refuse the return. Until
          then, the cut list and packing slips leave it out.
        </p>
      )}
      <Steps declared={declared} />
      {open === 'refund' && <RefundReturn declared={declared} onClose={() => setOpen(null)} />}
      {open === 'refuse' && <RefuseReturn declared={declared} onClose={() => setOpen(null)} />}
      {!open && next.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-1">
          <StepButton declared={declared} />
          <TextButton onClick={() => setOpen('refund')}>Refund it</TextButton>
          <TextButton onClick={() => setOpen('refuse')}>Refuse it</TextButton>
        </div>
      )}
    </div>
  )
}

/** The button of the next step in the workroom: it has arrived, then it was inspected. */
function StepButton({ declared: { id, version, state } }: { declared: OwnerReturn }) {
  const change = useChangeReturn()
  const step = state === 'requested' ? 'received' : state === 'received' ? 'inspected' : null
  if (!step) return null
  async function press() {
    if (change.isPending || !step) return
    try {
      await change.mutateAsync({ id, version, state: step })
      const description =
        step === 'received' ? 'The customer gets an e-mail.' : 'Now refund it, or refuse it with a reason.'
      await toast({ title: stateNames[step], description, tone: 'success', about: 'returns' })
    } catch (error) {
      const { message } = toRequestError(error)
      await toast({ title: 'Not changed', description: message, tone: 'error', about: 'returns' })
    }
  }
  return (
    <Button tone="line" onClick={press} aria-disabled={change.isPending}>
      {change.isPending ? 'One moment…' : step === 'received' ? 'Mark as arrived' : 'Mark as inspected'}
    </Button>
  )
}

function Steps({ declared: { received_at, inspected_at, settled_at, state } }: { declared: OwnerReturn }) {
  const steps = [
    received_at && `Arrived ${formatShopTime(received_at)}`,
    inspected_at && `inspected ${formatShopTime(inspected_at)}`,
    settled_at && `${stateNames[state].toLowerCase()} ${formatShopTime(settled_at)}`,
  ].filter(Boolean)
  if (steps.length === 0) return null
  const text = steps.join(', ')
  return <p className="mt-2 text-ink-soft text-small">{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</p>
}
