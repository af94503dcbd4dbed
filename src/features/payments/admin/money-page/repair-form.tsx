import { useForm } from 'react-hook-form'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import type { RepairOption } from './repair-options.ts'

/** The question before a repair that cannot be undone, with a field for a note. */
export function RepairForm({
  option,
  busy,
  onYes,
  onNo,
}: {
  option: RepairOption
  busy: boolean
  onYes: (note: string | null) => void
  onNo: () => void
}) {
  const { register, handleSubmit } = useForm({ defaultValues: { note: '' } })
  const submit = handleSubmit(({ note }) => {
    if (!busy) onYes(note.trim() || null)
  })

  return (
    <form onSubmit={submit} className="mt-4 max-w-[34rem] border-mulberry border-l-2 pl-5">
      <p ref={focusNow} tabIndex={-1} className="outline-none">
        <strong className="font-medium">{option.question ?? `${option.label}?`}</strong> {option.effect}
      </p>
      {(option.requiresNote || option.action === 'give_back') && (
        <Field
          label={option.noteLabel ?? (option.requiresNote ? 'What happened' : 'Note for yourself')}
          hint={option.requiresNote ? 'Saved with it: what you found, or where the money is.' : undefined}
          {...register('note')}
          maxLength={1000}
          autoComplete="off"
          className="mt-4"
        />
      )}
      <FormActions label="Confirm" busyLabel="One moment…" busy={busy} onCancel={onNo} className="mt-4" />
    </form>
  )
}
