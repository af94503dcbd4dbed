import { useRef } from 'react'
import { EmailField } from '#ui/field.tsx'
import { type Captcha, unsolvedCaptcha } from '#ui/form/captcha.tsx'
import { PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { toast } from '#ui/toast.ts'
import { passwordHint, useAccountRules } from '../account-rules.ts'
import { signUp } from '../client/sign-in.ts'
import { signUpMessage } from './sign-up-messages.ts'

/**
 * E-mail and one password field, which the visitor can make visible. The fields are cleared when the account exists.
 */
export function QuickSignUpForm({ captcha }: { captcha: Captcha }) {
  const { passwordMinLength, unverifiedSignIn } = useAccountRules()
  const fields = useRef<HTMLDivElement>(null)
  const form = usePlainForm<'email' | 'password'>(async ({ email, password }) => {
    if (captcha.isOpen()) return unsolvedCaptcha
    const { value: made, problem } = await signUp({ email, password, captchaToken: captcha.take() })
    if (problem) {
      void toast({
        title: 'Error',
        description: problem.serverMessage || 'Failed to sign up',
        tone: 'error',
        about: 'session',
      })
      return formErrors(problem, ['email', 'password'])
    }
    fields.current?.closest('form')?.reset()
    void toast({
      title: 'Success!',
      description: signUpMessage(made, unverifiedSignIn ? 'log in' : 'verify'),
      tone: 'success',
      about: 'session',
    })
    return null
  })
  return (
    <PlainForm form={form}>
      <div ref={fields} className="grid gap-y-6">
        <EmailField label="E-mail" autoComplete="username" error={form.errors.email} />
        <PasswordField
          label="Password"
          name="password"
          required
          minLength={passwordMinLength}
          autoComplete="new-password"
          hint={passwordHint(passwordMinLength)}
          error={form.errors.password}
        />
      </div>
      {captcha.place}
      <SubmitButton form={form} busy="Signing up...">
        Sign Up
      </SubmitButton>
    </PlainForm>
  )
}
