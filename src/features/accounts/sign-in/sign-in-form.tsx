import { EmailField } from '#ui/field.tsx'
import { type Captcha, unsolvedCaptcha } from '#ui/form/captcha.tsx'
import { FormLink, PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { toast } from '#ui/toast.ts'
import type { Notice } from '#ui/toast-region.tsx'
import type { AuthProblem } from '../client/auth-client.ts'
import { signIn } from '../client/sign-in.ts'

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
  const form = usePlainForm<'email' | 'password'>(async ({ email, password }) => {
    if (captcha.isOpen()) return unsolvedCaptcha
    const { problem } = await signIn({ email, password, captchaToken: captcha.take() })
    if (!problem) {
      await onSignedIn()
      return null
    }
    void toast({ ...failure(problem), about: 'session' })
    return formErrors(problem, ['email', 'password'])
  })
  return (
    <PlainForm form={form}>
      <EmailField label="E-mail" autoComplete="username" error={form.errors.email} />
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
      <SubmitButton form={form} busy={busyLabel}>
        {label}
      </SubmitButton>
    </PlainForm>
  )
}
