import { Button } from '#ui/button.tsx'
import { TextButton } from './text-button.tsx'

/** The buttons of a form: submit and cancel. `busyLabel` is shown during the submit. */
export function FormActions({
  label,
  busyLabel,
  busy,
  onCancel,
  className = '',
}: {
  label: string
  busyLabel: string
  busy: boolean
  onCancel?: () => void
  className?: string
}) {
  return (
    <div className={`flex flex-wrap items-center gap-x-7 gap-y-3 ${className}`}>
      <Button type="submit" aria-disabled={busy}>
        {busy ? busyLabel : label}
      </Button>
      {onCancel && <TextButton onClick={onCancel}>Cancel</TextButton>}
    </div>
  )
}
