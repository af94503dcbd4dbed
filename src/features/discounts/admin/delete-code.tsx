import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { type DiscountCode, deletionMeans } from './discount-code.ts'

type DeleteCodeProps = {
  code: DiscountCode
  busy: boolean
  onDelete: () => void
  onSwitchOff: () => void
  onClose: () => void
}

/** What is asked before a code is deleted: what that means, and the way that keeps its counts. */
export function DeleteCode({ code, busy, onDelete, onSwitchOff, onClose }: DeleteCodeProps) {
  return (
    <div className="mt-5 max-w-[38rem] border-mulberry border-l-2 pl-5">
      <p ref={focusNow} tabIndex={-1} className="outline-none">
        <strong className="wrap-any font-medium">Delete {code.code}?</strong> {deletionMeans(code)}
        {code.active && ' To end it and keep its counts, switch it off.'}
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
        <TextButton onClick={onClose}>Leave it</TextButton>
      </div>
    </div>
  )
}
