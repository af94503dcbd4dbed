import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConflictNotice, focusConflict, listDifferences } from '#admin/conflict-notice.tsx'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { fromShopClock } from '#base/shop-clock.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import type { DiscountCode } from './discount-code.ts'
import { DiscountFields } from './discount-fields.tsx'
import {
  type CodeChange,
  type CodeErrors,
  type CodeValues,
  discountFormSchema,
  discountProblem,
  errorsOf,
  formValuesOf,
} from './discount-form.schema.ts'
import { DiscountConflict, useSaveDiscount } from './discount-queries.ts'

type DiscountFormProps = {
  /** The code to change; null: a new one. */
  code: DiscountCode | null
  onSaved: (code: DiscountCode) => Promise<void>
  onClose: () => void
}

/** The form of a new code, or of one that exists. A failed save puts the focus on the first field with an error. */
export function DiscountForm({ code, onSaved, onClose }: DiscountFormProps) {
  // The version the next save is based on: after a conflict, the other administrator's.
  const [before, setBefore] = useState(code)
  const [theirs, setTheirs] = useState<DiscountCode | null>(null)
  const save = useSaveDiscount()
  const form = useForm<CodeValues, unknown, { code: string; change: CodeChange }>({
    resolver: zodResolver(discountFormSchema(before)),
    defaultValues: formValuesOf(code),
  })
  const { errors } = form.formState
  const values = form.watch()
  const draft = useDraft<CodeValues>({
    form: 'discount-code',
    rowId: code?.code ?? 'new',
    version: before ? `${before.id} ${before.version}` : '',
    value: values,
    initial: formValuesOf(before),
    onContinue: (stored) => form.reset(stored),
  })

  const submit = form.handleSubmit(async (output) => {
    if (save.isPending) return
    try {
      const saved = await save.mutateAsync({ before, ...output })
      draft.clear()
      await onSaved(saved)
    } catch (error) {
      showError(error)
    }
  })

  function showError(error: unknown) {
    if (error instanceof DiscountConflict) {
      setTheirs(error.current)
      if (!error.current) form.setError('root', { message: 'Someone else has deleted this code.' })
      return
    }
    const wrong = Object.entries(errorsOf(error as Error) ?? {}) as [keyof CodeErrors, string][]
    for (const [name, message] of wrong) form.setError(name, { message }, { shouldFocus: true })
    if (wrong.length === 0) form.setError('root', { message: discountProblem(error) })
  }

  /** The next save is based on their version. */
  function resolve(newer: DiscountCode, keep: 'mine' | 'theirs') {
    if (keep === 'theirs') form.reset(formValuesOf(newer))
    setTheirs(null)
    setBefore(newer)
  }

  function close() {
    draft.clear()
    onClose()
  }

  return (
    <form
      onSubmit={(event) => {
        if (!theirs) return void submit(event)
        event.preventDefault()
        focusConflict(event.currentTarget)
      }}
      noValidate
      className="max-w-[46rem] border-mulberry border-l-2 pl-5"
    >
      <h3 ref={focusNow} tabIndex={-1} className="wrap-any text-name leading-tight outline-none">
        {code ? `Change ${code.code}` : 'New discount code'}
      </h3>
      <DraftOffer draft={draft} className="mt-5" />
      <div className="mt-5">
        <DiscountFields form={form} isNew={!code} />
      </div>
      {theirs && (
        <ConflictNotice
          className="mt-5"
          row={{ table: 'discount_codes', id: theirs.code }}
          differences={listDifferences(comparedFields, {
            base: formValuesOf(before),
            mine: values,
            theirs: formValuesOf(theirs),
          })}
          onKeepMine={() => resolve(theirs, 'mine')}
          onTakeTheirs={() => resolve(theirs, 'theirs')}
        >
          “Keep my changes” keeps the whole form as it is, in place of theirs. Nothing is saved until you press Save.
        </ConflictNotice>
      )}
      <p role="alert" className="mt-5 max-w-[36em] text-mulberry empty:hidden">
        {errors.root?.message}
      </p>
      <FormActions
        label={code ? 'Save' : 'Create'}
        busyLabel="Saving…"
        busy={save.isPending}
        onCancel={close}
        className="mt-6"
      />
    </form>
  )
}

const comparedFields: { label: string; words: (values: CodeValues) => string }[] = [
  { label: 'Percent off', words: ({ percent }) => `${percent}%` },
  { label: 'Starts', words: ({ starts }) => timeLabel(starts) },
  { label: 'Ends', words: ({ ends }) => timeLabel(ends) },
  { label: 'Minimum order (£)', words: ({ minimum }) => minimum },
  { label: 'Maximum uses', words: ({ uses }) => uses },
  { label: 'Switched on', words: ({ active }) => (active ? 'Yes' : 'No') },
]

function timeLabel(typed: string): string {
  const moment = fromShopClock(typed)
  return moment ? formatShopTime(moment.toISOString()) : typed
}
