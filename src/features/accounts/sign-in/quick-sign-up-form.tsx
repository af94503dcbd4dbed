import { useRef } from 'react'
import { PasswordField } from '#ui/password-field.tsx'
import { toast } from '#ui/toast.ts'
import { passwordHint, useAccountRules } from '../account-rules.ts'
import { signUp } from '../client/sign-in.ts'
import { EmailField, FormOf, Send } from './form-parts.tsx'
import { signUpMessage } from './sign-up-messages.ts'
import type { Captcha } from './use-captcha.tsx'
import { errorsOf, openQuestion, useForm } from './use-form.ts'

/**
 * E-mail and one password field, which the visitor can make visible. The fields are cleared when the account exists.
 */
export function QuickSignUpForm({ captcha }: { captcha: Captcha }) {
  const { passwordMinLength, unverifiedSignIn } = useAccountRules()
  const fields = useRef<HTMLDivElement>(null)
  const form = useForm<'email' | 'password'>(async ({ email, password }) => {
    if (captcha.isOpen()) return openQuestion
    const { value: made, problem } = await signUp({ email, password, captchaToken: captcha.take() })
    if (problem) {
      void toast({
        title: 'Error',
        description: problem.serverMessage || 'Failed to sign up',
        tone: 'error',
        about: 'session',
      })
      return errorsOf(problem, ['email', 'password'])
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
    <FormOf form={form}>
      <div ref={fields} className="grid gap-y-6">
        <EmailField form={form} />
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
      <Send form={form} busy="Signing up...">
        Sign Up
      </Send>
    </FormOf>
  )
}
