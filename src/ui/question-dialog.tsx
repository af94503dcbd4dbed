import { AlertDialog } from 'radix-ui'
import { useCallback, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { useLayer } from './layers.ts'

/** A question before an action. The first choice is the default. */
export type Question<Id extends string = string> = {
  title: string
  /** What the action does, in paragraphs. */
  body: string[]
  choices: readonly { id: Id; label: string }[]
}

/** Resolves to the id of the choice, or null if the user cancels. */
export type Ask = <Id extends string>(question: Question<Id>) => Promise<Id | null>

type Open = { question: Question; settle: (id: string | null) => void; focused: Element | null }

/** `ask` shows a question in a dialog; the caller renders `dialog`. */
export function useQuestions() {
  const [open, setOpen] = useState<Open | null>(null)

  const ask = useCallback(
    (question: Question) =>
      new Promise<string | null>((settle) => setOpen({ question, settle, focused: document.activeElement })),
    [],
  ) as Ask

  function answer(id: string | null) {
    open?.settle(id)
    setOpen(null)
  }

  return { ask, dialog: open && <QuestionDialog {...open} onAnswer={answer} /> }
}

type QuestionDialogProps = Pick<Open, 'question' | 'focused'> & { onAnswer: (id: string | null) => void }

function QuestionDialog({ question: { title, body, choices }, focused, onAnswer }: QuestionDialogProps) {
  const returnTo = useRef(focused)
  useLayer(true, () => onAnswer(null))
  return (
    // At the top on phones, because notices cover the bottom of the window.
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onAnswer(null)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-60 bg-veil" />
        <AlertDialog.Content
          aria-describedby={body.length > 0 ? 'question-body' : undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The answer may have opened something that has the focus.
            const isFree = document.activeElement === document.body
            if (isFree && returnTo.current instanceof HTMLElement) returnTo.current.focus()
          }}
          className="fixed inset-x-0 top-0 z-60 max-h-[92svh] overflow-y-auto bg-paper px-[clamp(1.25rem,5vw,2.25rem)] py-7 text-ink shadow-lift outline-none sm:inset-x-auto sm:top-1/2 sm:left-1/2 sm:w-[min(33rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:-translate-y-1/2"
        >
          <AlertDialog.Title className="wrap-any font-serif text-[1.6rem] leading-tight">{title}</AlertDialog.Title>
          <div id="question-body" className="grid gap-y-3 pt-3 text-ink-soft empty:hidden">
            {body.map((paragraph) => (
              <p key={paragraph} className="wrap-any">
                {paragraph}
              </p>
            ))}
          </div>
          <div className="flex flex-col gap-3 pt-6 sm:flex-row sm:flex-wrap">
            {choices.map(({ id, label }, index) => (
              <Button key={id} tone={index === 0 ? 'solid' : 'line'} onClick={() => onAnswer(id)}>
                {label}
              </Button>
            ))}
            <AlertDialog.Cancel asChild>
              <Button tone="line">Go back</Button>
            </AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
