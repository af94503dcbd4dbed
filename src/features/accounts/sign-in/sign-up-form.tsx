import { EmailField } from '#ui/field.tsx'
import { type Captcha, unsolvedCaptcha } from '#ui/form/captcha.tsx'
import { PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { toast } from '#ui/toast.ts'
import { passwordHint, useAccountRules } from '../account-rules.ts'
import { type NewAccount, signUp } from '../client/sign-in.ts'

const mismatch = 'Passwords do not match'

/** E-mail and a password typed twice. `onMade` runs after the sign-up. */
export function SignUpForm({ captcha, onMade }: { captcha: Captcha; onMade(made: NewAccount): Promise<void> }) {
  const { passwordMinLength } = useAccountRules()
  const form = usePlainForm<'email' | 'password' | 'confirm'>(async ({ email, password, confirm }) => {
    if (password !== confirm) {
      void toast({ title: 'Almost', description: mismatch, tone: 'error', about: 'session' })
      return { confirm: mismatch }
    }
    if (captcha.isOpen()) return unsolvedCaptcha
    const { value: made, problem } = await signUp({ email, password, captchaToken: captcha.take() })
    if (!problem) {
      await onMade(made)
      return null
    }
    void toast({
      title: 'No account created',
      description: problem.serverMessage || problem.message,
      tone: 'error',
      about: 'session',
    })
    return formErrors(problem, ['email', 'password'])
  })
  return (
    <PlainForm form={form}>
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
      <PasswordField
        label="Confirm password"
        name="confirm"
        required
        minLength={passwordMinLength}
        autoComplete="new-password"
        error={form.errors.confirm}
      />
      {captcha.place}
      <SubmitButton form={form} busy="Creating account...">
        Create account
      </SubmitButton>
    </PlainForm>
  )
}
