import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EmailField } from '#ui/field.tsx'
import { type Captcha, unsolvedCaptcha } from '#ui/form/captcha.tsx'
import { LinkButton, PlainForm, SubmitButton, UserBadge } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import type { AuthResult } from '../client/auth-client.ts'
import type { Addressee } from '../client/sign-in.ts'

/**
 * The form that requests an e-mail with a link; the response is the same for an unknown address. `within`: how long the
 * link is valid.
 */
export function RequestEmailForm({
  label,
  within,
  captcha,
  sendEmail,
}: {
  label: string
  within: string
  captcha: Captcha
  sendEmail(addressee: Addressee): Promise<AuthResult<unknown>>
}) {
  const navigate = useNavigate()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = usePlainForm<'email'>(async ({ email }) => {
    if (captcha.isOpen()) return unsolvedCaptcha
    const { problem } = await sendEmail({ email, captchaToken: captcha.take() })
    if (problem) return formErrors(problem, ['email'])
    setSentTo(email)
    return null
  })
  if (sentTo !== null) {
    const typeCode = () => navigate('/confirm', { state: { email: sentTo } })
    return <OnItsWay to={sentTo} within={within} onAgain={() => setSentTo(null)} onCode={typeCode} />
  }
  return (
    <PlainForm form={form}>
      <EmailField label="E-mail" autoComplete="username" error={form.errors.email} />
      {captcha.place}
      <SubmitButton form={form} busy="Sending…">
        {label}
      </SubmitButton>
    </PlainForm>
  )
}

type Sent = { to: string; within: string; onAgain(): void; onCode(): void }

function OnItsWay({ to, within, onAgain, onCode }: Sent) {
  return (
    <div ref={focusIt} tabIndex={-1} role="status" className="grid justify-items-start gap-y-5 outline-none">
      <UserBadge>{to}</UserBadge>
      <p className="font-serif text-title leading-[1.2]">
        If there’s an account with that address, an e-mail is on its way.
      </p>
      <p className="text-ink-soft">
        Its link works for {within}. Nothing after a minute or two? Check your junk folder, then{' '}
        <button type="button" onClick={onAgain} className="link text-ink">
          try again
        </button>
        .
      </p>
      <LinkButton onClick={onCode}>Enter the code from it</LinkButton>
    </div>
  )
}

/** The form and its focused button are removed. */
function focusIt(place: HTMLElement | null): void {
  place?.focus({ preventScroll: true })
}
