import type { ReactNode } from 'react'
import { focusNow } from '#features/account/page/focus-now.ts'
import { TextButton } from '#features/account/page/text-button.tsx'
import { Button } from '#ui/button.tsx'

/** Asks once more before money moves; Escape means no. `children`: what it means. */
export function ConfirmMoney({
  question,
  yes,
  busyLabel,
  busy,
  onYes,
  onNo,
  children,
}: {
  question: string
  yes: string
  busyLabel: string
  busy: boolean
  onYes: () => void
  onNo: () => void
  children: ReactNode
}) {
  return (
    <fieldset
      data-asking
      onKeyDown={({ key }) => key === 'Escape' && !busy && onNo()}
      className="min-w-0 border-mulberry border-l-2 pl-5 sm:pl-7"
    >
      <legend className="wrap-any float-left w-full font-serif text-name leading-tight">{question}</legend>
      <p className="clear-both pt-2 text-ink-soft">{children}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-2">
        <Button onClick={onYes} aria-disabled={busy} ref={focusNow}>
          {busy ? busyLabel : yes}
        </Button>
        {!busy && <TextButton onClick={onNo}>Not yet</TextButton>}
      </div>
    </fieldset>
  )
}
