import { useForm } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
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
      <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-2">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'One moment…' : 'Confirm'}
        </Button>
        <TextButton onClick={onNo}>Cancel</TextButton>
      </div>
    </form>
  )
}
