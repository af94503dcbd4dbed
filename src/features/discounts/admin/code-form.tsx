import { type FormEvent, useRef, useState } from 'react'
import { ConflictNotice, focusConflict } from '#admin/conflict-notice.tsx'
import { listDifferences, mergeVersions } from '#admin/differences.ts'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { isLike } from '#admin/draft-store.ts'
import { useDraft } from '#admin/use-draft.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { fromShopClock } from '#ui/time/shop-clock.ts'
import { formatShopTime } from '#ui/time/shop-time.ts'
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
  // The version that is changed: after a conflict, the other one's.
  const [before, setBefore] = useState(seen)
  const [values, setValues] = useState(() => valuesOf(seen))
  const [errors, setErrors] = useState<CodeErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<DiscountCode | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft<CodeValues>({
    form: 'discount-code',
    rowId: seen?.code ?? 'new',
    version: before ? `${before.life} ${before.version}` : '',
    value: values,
    initial: valuesOf(before),
    read: (kept) => (isLike(kept, valuesOf(null)) ? kept : null),
    onContinue: setValues,
  })

  function show(wrong: CodeErrors) {
    setErrors(wrong)
    const first = [...(form.current?.elements ?? [])].find(
      (element) => element instanceof HTMLInputElement && element.name in wrong,
    )
    if (first instanceof HTMLInputElement) first.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (theirs) return focusConflict(form.current ?? undefined)
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
      setTheirs(now)
      return setProblem(now ? null : 'Someone else has deleted this code.')
    }
    if (!('code' in saved)) return
    draft.clear()
    await onSaved(saved.code)
  }

  /** What was not changed here follows their version; the next save is then upon theirs. */
  function resolve(newer: DiscountCode, keep: 'mine' | 'theirs') {
    setTheirs(null)
    setErrors({})
    setBefore(newer)
    setValues(keep === 'theirs' ? valuesOf(newer) : mergeVersions(versionsOf(newer)))
  }

  function versionsOf(newer: DiscountCode) {
    return { base: valuesOf(before), mine: values, theirs: valuesOf(newer) }
  }

  function close() {
    draft.clear()
    onClose()
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
      <DraftOffer draft={draft} className="mt-5" />
      <div className="mt-5">
        <CodeFields values={values} errors={errors} isNew={!seen} onType={type} />
      </div>
      {theirs && (
        <ConflictNotice
          className="mt-5"
          row={{ table: 'discount_codes', id: theirs.code }}
          differences={listDifferences(comparedFields, versionsOf(theirs))}
          onKeepMine={() => resolve(theirs, 'mine')}
          onTakeTheirs={() => resolve(theirs, 'theirs')}
        >
          “Keep my changes” keeps the fields you changed and takes theirs for the rest. Nothing is saved until you press
          Save.
        </ConflictNotice>
      )}
      <p role="alert" className="mt-5 max-w-[36em] text-mulberry empty:hidden">
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-x-7 gap-y-2">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Saving…' : seen ? 'Save' : 'Create'}
        </Button>
        <TextButton onClick={close}>{seen ? 'Leave it' : 'Cancel'}</TextButton>
      </div>
    </form>
  )
}

const comparedFields: { label: string; words: (values: CodeValues) => string }[] = [
  { label: 'Percent off', words: ({ percent }) => `${percent}%` },
  { label: 'Starts', words: ({ starts }) => timeWords(starts) },
  { label: 'Ends', words: ({ ends }) => timeWords(ends) },
  { label: 'Minimum order (£)', words: ({ minimum }) => minimum },
  { label: 'Maximum uses', words: ({ uses }) => uses },
  { label: 'Switched on', words: ({ active }) => (active ? 'Yes' : 'No') },
]

function timeWords(typed: string): string {
  const moment = fromShopClock(typed)
  return moment ? formatShopTime(moment.toISOString()) : typed
}
