import { useState } from 'react'
import { formatPounds } from '#ui/money.ts'
import { TextButton } from '#ui/text-button.tsx'
import { CodeForm } from './code-form.tsx'
import { DeleteCode } from './delete-code.tsx'
import { type DiscountCode, stateOf, stateWords, termsOf, usageWords } from './discount-code.ts'
import { useDeeds } from './use-deeds.ts'

type CodeEntryProps = {
  code: DiscountCode
  now: string
  takings: { orders: number; total: number } | undefined
  look: () => Promise<void>
}

/** One code: what it gives, how it stands, what it brought, and what can be done with it. */
export function CodeEntry({ code, now, takings, look }: CodeEntryProps) {
  const [open, setOpen] = useState<'change' | 'delete' | null>(null)
  const { busy, turn, remove, told } = useDeeds(code, look)
  const name = `code-${code.code}`
  const isUsable = stateOf(code, now) === 'live'

  function close() {
    setOpen(null)
    document.getElementById(name)?.focus()
  }

  return (
    <li className="border-line border-b py-5">
      <div className="grid gap-x-10 gap-y-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_auto] lg:items-baseline">
        <div className="min-w-0">
          <h3
            id={name}
            tabIndex={-1}
            className={`wrap-any font-serif text-name leading-tight outline-none ${isUsable ? '' : 'text-ink-soft'}`}
          >
            {code.code}
          </h3>
          <p className={isUsable ? 'text-mulberry' : 'text-ink-soft'}>{stateWords(code, now)}</p>
        </div>
        <div className="min-w-0">
          <p>{termsOf(code, now)}</p>
          <p className="text-ink-soft text-small">
            {usageWords(code)}
            {takings ? `, brought ${formatPounds(takings.total)} in ${orders(takings.orders)}` : ''}
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
          <CodeForm
            seen={code}
            onClose={close}
            onSaved={async (saved) => {
              close()
              await told('Saved', saved)
            }}
          />
        </div>
      )}
      {open === 'delete' && (
        <DeleteCode
          code={code}
          busy={busy}
          onDelete={remove}
          onSwitchOff={() => {
            close()
            void turn(false)
          }}
          onClose={close}
        />
      )}
    </li>
  )
}

function orders(count: number): string {
  return count === 1 ? 'one order' : `${count} orders`
}
