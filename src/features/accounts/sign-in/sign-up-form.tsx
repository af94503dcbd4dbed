import { PasswordField } from '#ui/password-field.tsx'
import { toast } from '#ui/toast.ts'
import { passwordHint, useAccountRules } from '../account-rules.ts'
import { type NewAccount, signUp } from '../client/sign-in.ts'
import { EmailField, FormOf, Send } from './form-parts.tsx'
import type { Captcha } from './use-captcha.tsx'
import { errorsOf, openQuestion, useForm } from './use-form.ts'

const mismatch = 'Passwords do not match'

/** E-mail and a password typed twice. `onMade` runs after the sign-up. */
export function SignUpForm({ captcha, onMade }: { captcha: Captcha; onMade(made: NewAccount): Promise<void> }) {
  const { passwordMinLength } = useAccountRules()
  const form = useForm<'email' | 'password' | 'confirm'>(async ({ email, password, confirm }) => {
    if (password !== confirm) {
      void toast({ title: 'Almost', description: mismatch, tone: 'error', about: 'session' })
      return { confirm: mismatch }
    }
    if (captcha.isOpen()) return openQuestion
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
    return errorsOf(problem, ['email', 'password'])
  })
  return (
    <FormOf form={form}>
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
      <PasswordField
        label="Confirm password"
        name="confirm"
        required
        minLength={passwordMinLength}
        autoComplete="new-password"
        error={form.errors.confirm}
      />
      {captcha.place}
      <Send form={form} busy="Creating account...">
        Create account
      </Send>
    </FormOf>
  )
}
