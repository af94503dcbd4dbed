import { useRef, useState } from 'react'
import { formatPence, type Pence } from '#base/money.ts'
import { focusSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { type DiscountCode, deletionEffect, stateLabel, stateOf, termsOf, usageLabel } from './discount-code.ts'
import { discountProblem } from './discount-form.schema.ts'
import { DiscountForm } from './discount-form.tsx'
import { DiscountConflict, useDeleteDiscount, useSwitchDiscount } from './discount-queries.ts'

type DiscountEntryProps = {
  code: DiscountCode
  now: string
  takings: { orders: number; total_pence: Pence } | undefined
}

/** One code: its terms, state and revenue, and its actions. */
export function DiscountEntry({ code, now, takings }: DiscountEntryProps) {
  const [open, setOpen] = useState<'change' | 'delete' | null>(null)
  const switching = useSwitchDiscount()
  const deleting = useDeleteDiscount()
  const busy = switching.isPending || deleting.isPending
  const heading = useRef<HTMLHeadingElement>(null)
  const isUsable = stateOf(code, now) === 'live'

  async function run(title: string, change: () => Promise<unknown>, afterwards?: () => void) {
    if (busy) return
    try {
      await change()
      afterwards?.()
      await showDone(title, code.code)
    } catch (error) {
      await showFailure(error, code.code)
    }
  }

  function turn(active: boolean) {
    void run(active ? 'Switched on' : 'Switched off', () => switching.mutateAsync({ code, active }))
  }

  function close() {
    setOpen(null)
    heading.current?.focus()
  }

  return (
    <li className="border-line border-b py-5">
      <div className="grid gap-x-10 gap-y-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_auto] lg:items-baseline">
        <div className="min-w-0">
          <h3
            ref={heading}
            tabIndex={-1}
            className={`wrap-any font-serif text-name leading-tight outline-none ${isUsable ? '' : 'text-ink-soft'}`}
          >
            {code.code}
          </h3>
          <p className={isUsable ? 'text-mulberry' : 'text-ink-soft'}>{stateLabel(code, now)}</p>
        </div>
        <div className="min-w-0">
          <p>{termsOf(code, now)}</p>
          <p className="text-ink-soft text-small">
            {usageLabel(code)}
            {takings ? `, brought ${formatPence(takings.total_pence)} in ${orders(takings.orders)}` : ''}
          </p>
        </div>
        <p className="flex flex-wrap gap-x-6">
          <TextButton
            onClick={() => setOpen(open === 'change' ? null : 'change')}
            aria-expanded={open === 'change'}
            aria-label={`Change ${code.code}`}
          >
            Change
          </TextButton>
          <TextButton
            onClick={() => turn(!code.active)}
            aria-disabled={busy}
            aria-label={`Switch ${code.active ? 'off' : 'on'} ${code.code}`}
          >
            {code.active ? 'Switch off' : 'Switch on'}
          </TextButton>
          <TextButton
            onClick={() => setOpen(open === 'delete' ? null : 'delete')}
            aria-expanded={open === 'delete'}
            aria-label={`Delete ${code.code}`}
          >
            Delete
          </TextButton>
        </p>
      </div>
      {open === 'change' && (
        <div className="mt-5">
          <DiscountForm
            code={code}
            onClose={close}
            onSaved={async (saved) => {
              close()
              await showDone('Saved', saved.code)
            }}
          />
        </div>
      )}
      {open === 'delete' && (
        <DeleteDiscount
          code={code}
          busy={busy}
          // The entry is removed with the code.
          onDelete={() =>
            void run(
              'Deleted',
              () => deleting.mutateAsync(code),
              () => focusSection('codes'),
            )
          }
          onSwitchOff={() => {
            close()
            turn(false)
          }}
          onClose={close}
        />
      )}
    </li>
  )
}

function showDone(title: string, code: string) {
  return toast({ title, description: code, tone: 'success', about: 'discounts' })
}

function showFailure(error: unknown, code: string) {
  const description =
    error instanceof DiscountConflict
      ? `Someone else has just ${error.current ? 'changed' : 'deleted'} ${code}. The list shows the codes as they are now.`
      : discountProblem(error)
  return toast({ title: 'That didn’t work', description, tone: 'error', about: 'discounts' })
}

function orders(count: number): string {
  return count === 1 ? 'one order' : `${count} orders`
}

type DeleteDiscountProps = {
  code: DiscountCode
  busy: boolean
  onDelete: () => void
  onSwitchOff: () => void
  onClose: () => void
}

/** Confirms the deletion of a code: its effect, and the switch that keeps the code's counts. */
function DeleteDiscount({ code, busy, onDelete, onSwitchOff, onClose }: DeleteDiscountProps) {
  return (
    <div className="mt-5 max-w-[38rem] border-mulberry border-l-2 pl-5">
      <p ref={focusNow} tabIndex={-1} className="outline-none">
        <strong className="wrap-any font-medium">Delete {code.code}?</strong> {deletionEffect(code)}
        {code.active && ' To end it but keep its figures, switch it off instead.'}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-2">
        {code.active && (
          <Button tone="line" onClick={onSwitchOff}>
            Switch it off
          </Button>
        )}
        <TextButton onClick={onDelete} aria-disabled={busy}>
          {busy ? 'One moment…' : 'Yes, delete'}
        </TextButton>
        <TextButton onClick={onClose}>Cancel</TextButton>
      </div>
    </div>
  )
}
