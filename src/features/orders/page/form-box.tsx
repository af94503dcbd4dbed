import type { ReactNode } from 'react'
import { focusNow } from '#ui/focus-now.ts'
import { PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import type { PlainFormState } from '#ui/form/use-plain-form.ts'
import { TextButton } from '#ui/text-button.tsx'

type FormBoxProps = {
  form: PlainFormState
  title: string
  lead?: ReactNode
  /** The label of the button that sends the form. */
  send: string
  onLeave: () => void
  /** Further actions beside the button. */
  more?: ReactNode
  children: ReactNode
}

/** The frame of a form on the page of an order. Its heading gets the focus when it opens. */
export function FormBox({ form, title, lead, send, onLeave, more, children }: FormBoxProps) {
  return (
    <div className="max-w-[36rem] border-mulberry border-l-2 pl-5 sm:pl-7">
      <h3 ref={focusNow} tabIndex={-1} className="wrap-any font-serif text-name leading-tight outline-none">
        {title}
      </h3>
      {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      <div className="mt-5">
        <PlainForm form={form}>
          {children}
          <div className="flex flex-wrap items-end gap-x-7 gap-y-2">
            <SubmitButton form={form} busy="Sending…">
              {send}
            </SubmitButton>
            {!form.busy && more}
            {!form.busy && <TextButton onClick={onLeave}>Cancel</TextButton>}
          </div>
        </PlainForm>
      </div>
    </div>
  )
}
