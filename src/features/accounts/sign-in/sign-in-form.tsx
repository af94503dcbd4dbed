import { PasswordField } from '#ui/password-field.tsx'
import { toast } from '#ui/toast.ts'
import type { Notice } from '#ui/toast-region.tsx'
import type { AuthProblem } from '../client/auth-client.ts'
import { signIn } from '../client/sign-in.ts'
import { EmailField, FormLink, FormOf, Send } from './form-parts.tsx'
import type { Captcha } from './use-captcha.tsx'
import { errorsOf, openQuestion, useForm } from './use-form.ts'

/** E-mail and password. `failure`: the title of the notice after a refused sign-in. */
export function SignInForm({
  label,
  busyLabel,
  captcha,
  failure,
  onSignedIn,
}: {
  label: string
  busyLabel: string
  captcha: Captcha
  failure(problem: AuthProblem): Notice
  onSignedIn(): Promise<void>
}) {
  const form = useForm<'email' | 'password'>(async ({ email, password }) => {
    if (captcha.isOpen()) return openQuestion
    const { problem } = await signIn({ email, password, captchaToken: captcha.take() })
    if (!problem) {
      await onSignedIn()
      return null
    }
    void toast({ ...failure(problem), about: 'session' })
    return errorsOf(problem, ['email', 'password'])
  })
  return (
    <FormOf form={form}>
      <EmailField form={form} />
      <div>
        <PasswordField
          label="Password"
          name="password"
          required
          autoComplete="current-password"
          error={form.errors.password}
        />
        <p className="mt-1 text-small">
          <FormLink to="/forgotten-password">Forgotten your password?</FormLink>
        </p>
      </div>
      {captcha.place}
      <Send form={form} busy={busyLabel}>
        {label}
      </Send>
    </FormOf>
  )
}
