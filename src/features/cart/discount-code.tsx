import { type FormEvent, useEffect, useId, useState } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { closeToast, toast } from '#ui/toast.ts'
import { cart } from './cart.ts'
import { requestCheckout } from './go-to-payment.ts'
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
  useEffect(() => () => void closeToast(aboutCode), [])

  function change(text: string) {
    setTyped(text)
    setProblem(null)
    if (problem !== null) void closeToast(aboutCode)
  }

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
          onChange={(event) => change(event.target.value)}
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
      {/* The notice shows it until another code is typed. */}
      <span id={`${id}-problem`} hidden>
        {problem}
      </span>
    </form>
  )
}

const unclear = 'Please check your code and try again'

/** The subject of the notice about a code. */
const aboutCode = 'discount-code'

/**
 * Validates a code for the cart, applies it, and says so. Null if the code was applied, otherwise the message about its
 * field, which stays until it is closed.
 */
async function applyCode(typed: string): Promise<string | null> {
  const code = readTyped(typed).toUpperCase()
  if (code === '') return refuse('Enter Discount Code', 'Please enter a discount code')
  if (!navigator.onLine) return refuse('You’re offline', 'We’ll check your code once you’re connected again.')
  const verdict = await validateCode(code)
  if (typeof verdict === 'string') return refuse('Invalid Discount Code', verdict)
  appliedCode.update(() => ({ code, percent: verdict }))
  const description = `${code}: ${verdict}% off`
  void toast({ title: 'Discount Applied!', description, tone: 'success', about: aboutCode })
  return null
}

function refuse(title: string, description: string): string {
  void toast({ title, description, tone: 'error', about: aboutCode, lastsMs: Number.POSITIVE_INFINITY })
  return description
}

/** The percentage, or the error message. */
async function validateCode(code: string): Promise<number | string> {
  try {
    const reply = await requestCheckout({ items: cart.get(), discountCode: code, validateOnly: true })
    if ('refusal' in reply) return reply.refusal.message
    return 'discount' in reply.answer && reply.answer.discount > 0 ? reply.answer.discount : unclear
  } catch (cause) {
    reportError(cause)
    return unclear
  }
}

function removeCode(): void {
  appliedCode.update(() => null)
}
