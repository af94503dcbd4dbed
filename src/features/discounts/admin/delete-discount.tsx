import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { type DiscountCode, deletionEffect } from './discount-code.ts'

type DeleteDiscountProps = {
  code: DiscountCode
  busy: boolean
  onDelete: () => void
  onSwitchOff: () => void
  onClose: () => void
}

/** Confirms the deletion of a code: its effect, and the switch that keeps the code's counts. */
export function DeleteDiscount({ code, busy, onDelete, onSwitchOff, onClose }: DeleteDiscountProps) {
  return (
    <div className="mt-5 max-w-[38rem] border-mulberry border-l-2 pl-5">
      <p ref={focusNow} tabIndex={-1} className="outline-none">
        <strong className="wrap-any font-medium">Delete {code.code}?</strong> {deletionEffect(code)}
        {code.active && ' To end it but keep its figures, switch it off instead.'}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-2">
        {code.active && (
          <Button tone="line" onClick={onSwitchOff}>
            Switch it off
          </Button>
        )}
        <TextButton onClick={onDelete} aria-disabled={busy}>
          {busy ? 'One moment…' : 'Yes, delete'}
        </TextButton>
        <TextButton onClick={onClose}>Cancel</TextButton>
      </div>
    </div>
  )
}
