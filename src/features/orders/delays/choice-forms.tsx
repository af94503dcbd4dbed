import { Button } from '#ui/button.tsx'
import { PlainForm } from '#ui/form/form-parts.tsx'
import { type PlainFormState, usePlainForm } from '#ui/form/use-plain-form.ts'
import type { DelayChoice } from './delay-choice.ts'
import { sendDelayAnswer } from './delay-choice-requests.ts'

type Answer = 'keep' | 'cancel'

/** The two answers; the one that the e-mail's link names is emphasized. While one is sent, the other is disabled. */
export function ChoiceForms({
  token,
  preselected,
  onAnswered,
}: {
  token: string
  /** The answer that the e-mail's link names. */
  preselected: Answer | null
  onAnswered: (choice: DelayChoice) => void
}) {
  const keep = useAnswer('keep', { token, onAnswered })
  const cancel = useAnswer('cancel', { token, onAnswered })
  return (
    <>
      <div className="grid gap-4 sm:flex sm:flex-wrap">
        <AnswerForm form={keep} isPreselected={preselected === 'keep'} isDisabled={cancel.busy}>
          Keep my order
        </AnswerForm>
        <AnswerForm form={cancel} isPreselected={preselected === 'cancel'} isDisabled={keep.busy}>
          Cancel and refund
        </AnswerForm>
      </div>
      <p role="alert" className="mt-6 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {keep.errors.form ?? cancel.errors.form}
      </p>
      <p className="mt-6 text-ink-soft">
        If you keep it, you don’t need to do anything else, and if we don’t hear from you we’ll carry on. If you cancel,
        we won’t send anything and will refund everything you paid, to the card or account you paid with, within 14
        days.
      </p>
    </>
  )
}

/** The answer in the URL fragment of the e-mail's link. */
export function answerIn(hash: string): Answer | null {
  return hash === '#keep' || hash === '#cancel' ? (hash.slice(1) as Answer) : null
}

function useAnswer(
  answer: Answer,
  { token, onAnswered }: { token: string; onAnswered: (choice: DelayChoice) => void },
): PlainFormState {
  return usePlainForm(async () => {
    const sent = await sendDelayAnswer(token, answer)
    if ('problem' in sent) return { form: sent.problem }
    onAnswered(sent.choice)
    return null
  })
}

function AnswerForm({
  form,
  isPreselected,
  isDisabled,
  children,
}: {
  form: PlainFormState
  isPreselected: boolean
  isDisabled: boolean
  children: string
}) {
  return (
    <div>
      <PlainForm form={form}>
        <Button
          type="submit"
          tone={isPreselected ? 'solid' : 'line'}
          disabled={isDisabled}
          aria-disabled={form.busy}
          className="w-full"
        >
          {form.busy ? 'One moment…' : children}
        </Button>
      </PlainForm>
    </div>
  )
}
