import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'

/** An inline confirmation before an action that cannot be undone; Escape cancels. `children`: the consequences. */
export function ConfirmMoney({
  question,
  yes,
  no = 'Back',
  busyLabel,
  busy,
  ready = true,
  onYes,
  onNo,
  children,
}: {
  question: string
  yes: string
  no?: string
  busyLabel: string
  busy: boolean
  /** Whether the action can be confirmed now. */
  ready?: boolean
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
      <div className="clear-both pt-2 text-ink-soft">{children}</div>
      <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-2">
        <Button onClick={() => ready && onYes()} aria-disabled={busy || !ready} ref={focusNow}>
          {busy ? busyLabel : yes}
        </Button>
        {!busy && <TextButton onClick={onNo}>{no}</TextButton>}
      </div>
    </fieldset>
  )
}
