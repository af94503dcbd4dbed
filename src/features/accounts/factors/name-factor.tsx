import { Field } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { useAccountForm } from '../use-account-form.ts'

/** The form for the name of a new second factor. An error of `onName` is shown at the field. */
export function NameFactor({
  suggestion,
  hint,
  label = 'Continue',
  onName,
  onCancel,
}: {
  suggestion: string
  hint: string
  label?: string
  onName: (name: string) => Promise<void>
  onCancel: () => void
}) {
  const { busy, onSubmit, field } = useAccountForm({
    initial: { name: suggestion },
    send: ({ name }) => onName(name.trim() || suggestion),
  })
  return (
    <form onSubmit={onSubmit} className="mt-6 grid max-w-[30rem] gap-y-6">
      <Field label="Name" {...field('name')} required maxLength={60} autoComplete="off" hint={hint} />
      <FormActions label={label} busyLabel="One moment…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
