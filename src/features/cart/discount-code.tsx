import { type FormEvent, useId, useState } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import { applyCode, removeCode } from './apply-code.ts'
import { appliedCode } from './preferences.ts'

const smallButton =
  'label min-h-11 shrink-0 border border-ink px-4 hover:border-mulberry hover:text-mulberry aria-disabled:opacity-60'

/** The discount code's field, or the applied code with its remove button. */
export function DiscountCode() {
  const applied = useStoredValue(appliedCode)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const found = await applyCode(typed)
    setProblem(found)
    if (found === null) setTyped('')
    setBusy(false)
  }

  if (applied) {
    return (
      <div className="flex items-center justify-between gap-x-4 py-4">
        <p className="min-w-0">
          <span className="label block text-ink-soft">Discount code</span>
          <span className="wrap-any">
            {applied.code} · {applied.percent}% off
          </span>
        </p>
        <button type="button" onClick={removeCode} aria-describedby={id} className={smallButton}>
          Remove
        </button>
        <span id={id} hidden>
          Discount code {applied.code}
        </span>
      </div>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-x-3 py-4">
      <div className="min-w-0 grow">
        <label htmlFor={id} className="label block text-ink-soft">
          Discount code
        </label>
        <input
          id={id}
          name="code"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="block min-h-11 w-full rounded-none border-ink border-b bg-transparent py-1.5 uppercase outline-none focus:border-mulberry focus:shadow-[0_1px_0_0_var(--color-mulberry)] aria-invalid:border-mulberry"
        />
      </div>
      <button type="submit" aria-disabled={busy} className={smallButton}>
        Apply
      </button>
      {/* The toast has announced the message; here it stays until another code is typed. */}
      {problem !== null && (
        <p id={`${id}-problem`} className="wrap-any mt-1.5 basis-full text-mulberry text-small leading-snug">
          {problem}
        </p>
      )}
    </form>
  )
}
