import { type FormEvent, useRef, useState } from 'react'
import { focusNow } from '#features/account/page/focus-now.ts'
import { TextButton } from '#features/account/page/text-button.tsx'
import { Button } from '#ui/button.tsx'
import { CodeFields } from './code-fields.tsx'
import { type CodeErrors, type CodeValues, readValues, valuesOf } from './code-form-values.ts'
import type { DiscountCode } from './discount-code.ts'
import { addCode, changeCode } from './save-code.ts'

type CodeFormProps = {
  /** The code that is changed; null: a new one. */
  seen: DiscountCode | null
  onSaved: (code: DiscountCode) => Promise<void>
  onClose: () => void
}

/** A new code, or the changes of one. What is wrong stands at its field, and the first of those has the focus. */
export function CodeForm({ seen, onSaved, onClose }: CodeFormProps) {
  // What it is measured by: after somebody else's change, that one.
  const [before, setBefore] = useState(seen)
  const [values, setValues] = useState(() => valuesOf(seen))
  const [errors, setErrors] = useState<CodeErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function show(wrong: CodeErrors) {
    setErrors(wrong)
    const first = [...(form.current?.elements ?? [])].find(
      (element) => element instanceof HTMLInputElement && element.name in wrong,
    )
    if (first instanceof HTMLInputElement) first.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setProblem(null)
    const read = readValues(values, before)
    if (read.errors) return show(read.errors)
    setErrors({})
    setBusy(true)
    const saved = before ? await changeCode(before, read.change) : await addCode(read.code, read.change)
    setBusy(false)
    if (saved.wrong) return show(saved.wrong)
    if (saved.problem) return setProblem(saved.problem)
    if (saved.stale) {
      const { now } = saved.stale
      setProblem(now ? changedMeanwhile(now) : 'Somebody else has deleted this code meanwhile.')
      if (now) setBefore(now)
      return
    }
    if ('code' in saved) await onSaved(saved.code)
  }

  function type(changed: Partial<CodeValues>) {
    setValues({ ...values, ...changed })
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in changed))))
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="max-w-[46rem] border-mulberry border-l-2 pl-5">
      <h3 ref={focusNow} tabIndex={-1} className="wrap-any text-name leading-tight outline-none">
        {seen ? `Change ${seen.code}` : 'A new code'}
      </h3>
      <div className="mt-5">
        <CodeFields values={values} errors={errors} isNew={!seen} onType={type} />
      </div>
      <p role="alert" className="mt-5 max-w-[36em] text-mulberry empty:hidden">
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-x-7 gap-y-2">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Saving…' : seen ? 'Save' : 'Create'}
        </Button>
        <TextButton onClick={onClose}>{seen ? 'Leave it' : 'Cancel'}</TextButton>
      </div>
    </form>
  )
}

function changedMeanwhile({ percent, active, max_redemptions: most }: DiscountCode): string {
  const uses = most === null ? 'any number of uses' : `${most} ${most === 1 ? 'use' : 'uses'} at most`
  return `Somebody else has changed this code meanwhile: it is ${percent}%, ${active ? 'switched on' : 'switched off'}, ${uses}. Save again to put yours in its place.`
}
