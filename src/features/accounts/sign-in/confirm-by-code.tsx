import { useState } from 'react'
import { useLocation } from 'react-router'
import { CodeField } from '#ui/code-field.tsx'
import { EmailField } from '#ui/field.tsx'
import { FormPage, type Garment } from '#ui/form/form-page.tsx'
import { FormAlert, InlineLink, PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import { redeemCode } from '../client/confirm.ts'
import { NewPasswordField } from './new-password-form.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { useConfirmation } from './use-confirmation.ts'

const wrongCode = 'That code isn’t right or has expired.'

/** The form for the code in an e-mail, for users who read the e-mail on another device. */
export function ConfirmByCode({ garment }: { garment: Garment | null }) {
  const { state } = useLocation()
  const [email] = useState(() => (typeof state?.email === 'string' ? state.email : ''))
  const done = 'You’re signed in and your password is set.'
  const { pending, refused, send, onShown } = useConfirmation({ redirectTo: '/', done })
  const form = usePlainForm<'email' | 'code' | 'password'>(async (typed) => {
    const problem = await send(() => redeemCode(typed.email, typed.code), typed.password)
    if (problem?.code === 'otp_expired') return { code: wrongCode }
    return problem && formErrors(problem, ['email', 'code', 'password'])
  })

  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={onShown} />
  return (
    <FormPage
      title="Enter"
      stressed="the code"
      lead={<p>It’s in the e-mail we sent you, under the link. You can also just follow the link.</p>}
      garment={garment}
    >
      <FormAlert>{refused}</FormAlert>
      <PlainForm form={form}>
        <EmailField label="E-mail" autoComplete="username" defaultValue={email} error={form.errors.email} />
        <CodeField label="Six-digit code" name="code" required minLength={6} error={form.errors.code} />
        <NewPasswordField
          label="Your password"
          hint="The one you chose for your new account, or a new one if you’ve forgotten yours."
          error={form.errors.password}
        />
        <SubmitButton form={form} busy="One moment…">
          Continue
        </SubmitButton>
      </PlainForm>
      <p className="mt-8 border-line border-t pt-4">
        No e-mail yet? <InlineLink to="/forgotten-password">Request one</InlineLink>
      </p>
    </FormPage>
  )
}
