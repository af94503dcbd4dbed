import { useSubmit } from '#platform/client/use-submit.ts'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'

/** The form for the name of a new second factor. */
export function NameFactor({
  suggestion,
  hint,
  problem,
  label = 'Continue',
  onName,
  onCancel,
}: {
  suggestion: string
  hint: string
  problem: string | undefined
  label?: string
  onName: (name: string) => Promise<void>
  onCancel: () => void
}) {
  const { busy, onSubmit } = useSubmit(({ name = '' }) => onName(name.trim() || suggestion))
  return (
    <form onSubmit={onSubmit} className="mt-6 grid max-w-[30rem] gap-y-6">
      <Field
        label="Its name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={suggestion}
        ref={focusNow}
        hint={hint}
        error={problem}
      />
      <FormActions label={label} busyLabel="One moment…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
