import { Button } from '#ui/button.tsx'
import { TextButton } from './text-button.tsx'

/** The end of a form: what it does, and the way back. `busyLabel` stands while it is done. */
export function FormActions({
  label,
  busyLabel,
  busy,
  onCancel,
}: {
  label: string
  busyLabel: string
  busy: boolean
  onCancel?: () => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-3">
      <Button type="submit" aria-disabled={busy}>
        {busy ? busyLabel : label}
      </Button>
      {onCancel && <TextButton onClick={onCancel}>Cancel</TextButton>}
    </div>
  )
}
