import { FormOf } from '#features/auth/pages/form-parts.tsx'
import { type Form, useForm } from '#features/auth/pages/use-form.ts'
import { Button } from '#ui/button.tsx'
import type { DelayChoice } from '../status-letters/delay-choice.ts'
import { sendChoice } from './ask-choice.ts'

type Answer = 'keep' | 'cancel'

/** The two answers, alike unless she came to give one of them. Whichever is pressed, the other waits. */
export function ChoiceForms({
  token,
  meant,
  onAnswered,
}: {
  token: string
  /** The one that was pressed in the letter. */
  meant: Answer | null
  onAnswered: (choice: DelayChoice) => void
}) {
  const keep = useAnswer('keep', { token, onAnswered })
  const cancel = useAnswer('cancel', { token, onAnswered })
  return (
    <div className="grid gap-y-8">
      <AnswerForm form={keep} isMeant={meant === 'keep'} waits={cancel.busy} label="Keep my order">
        You need do nothing else. If you give no answer, we go on in the same way.
      </AnswerForm>
      <AnswerForm form={cancel} isMeant={meant === 'cancel'} waits={keep.busy} label="Cancel and refund">
        Nothing is made or sent, and all you paid goes back to the card or account you paid with, within 14 days.
      </AnswerForm>
    </div>
  )
}

/** The answer that the letter's link names behind its `#`. */
export function answerIn(hash: string): Answer | null {
  return hash === '#keep' || hash === '#cancel' ? (hash.slice(1) as Answer) : null
}

function useAnswer(
  answer: Answer,
  { token, onAnswered }: { token: string; onAnswered: (choice: DelayChoice) => void },
): Form {
  return useForm(async () => {
    const sent = await sendChoice(token, answer)
    if ('problem' in sent) return { form: sent.problem }
    onAnswered(sent.choice)
    return null
  })
}

function AnswerForm({
  form,
  label,
  isMeant,
  waits,
  children,
}: {
  form: Form
  label: string
  isMeant: boolean
  waits: boolean
  children: string
}) {
  return (
    <div>
      <p role="alert" className="mb-4 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {form.errors.form}
      </p>
      <FormOf form={form}>
        <div>
          <Button
            type="submit"
            tone={isMeant ? 'solid' : 'line'}
            disabled={waits}
            aria-disabled={form.busy}
            className="w-full sm:w-auto sm:min-w-56"
          >
            {form.busy ? 'One moment…' : label}
          </Button>
          <p className="mt-3 text-ink-soft">{children}</p>
        </div>
      </FormOf>
    </div>
  )
}
