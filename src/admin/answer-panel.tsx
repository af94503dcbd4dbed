import { type ReactNode, useState } from 'react'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { TextButton } from '#ui/text-button.tsx'

type AnswerPanelProps = {
  title?: string
  label: string
  hint: string
  /** The most characters. */
  longest: number
  /** The text of before. */
  before?: string | null
  /** The labels of the buttons. */
  send: string
  leave: string
  busy: boolean
  /** Sends the text. Returns what is wrong, if anything: the panel stays open. What it throws is shown at the field. */
  onSend(text: string): Promise<string | undefined>
  onClose(): void
  /** Further choices, above the field. */
  children?: ReactNode
}

/** What the owner writes to a customer, in a panel that opens in place. Escape closes it. */
export function AnswerPanel({ title, label, hint, longest, before, busy, children, ...rest }: AnswerPanelProps) {
  const { send, leave, onSend, onClose } = rest
  const [text, setText] = useState(before ?? '')
  const [problem, setProblem] = useState<string>()

  async function press() {
    if (busy) return
    try {
      const wrong = await onSend(text)
      if (wrong === undefined) onClose()
      else setProblem(wrong)
    } catch (error) {
      setProblem(toRequestError(error).message)
    }
  }

  return (
    <fieldset
      className="mt-4 max-w-[34rem] border-mulberry border-l-2 pl-5"
      onKeyDown={({ key }) => key === 'Escape' && !busy && onClose()}
    >
      {title && <legend className="float-left w-full pb-2 font-medium">{title}</legend>}
      <div className="clear-both grid gap-y-4">
        {children}
        <FieldFrame label={label} hint={hint} error={problem}>
          {(bound) => (
            <textarea
              {...bound}
              ref={children ? undefined : focusNow}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setProblem(undefined)
              }}
              rows={3}
              {...limitCharacters(longest)}
              className={`field-sizing-content mt-1 max-h-[20rem] min-h-20 resize-y ${inputLook}`}
            />
          )}
        </FieldFrame>
        <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
          <Button onClick={press} aria-disabled={busy}>
            {busy ? 'One moment…' : send}
          </Button>
          {!busy && <TextButton onClick={onClose}>{leave}</TextButton>}
        </div>
      </div>
    </fieldset>
  )
}
