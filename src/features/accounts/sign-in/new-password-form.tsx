import { PasswordField } from '#ui/password-field.tsx'
import { passwordHint, useAccountRules } from '../account-rules.ts'
import type { AuthProblem } from '../client/auth-client.ts'
import { FormOf, Send } from './form-parts.tsx'
import { errorsOf, useForm } from './use-form.ts'

/** One field for a password and a button. `onSend` gives what stands in the way, if anything. */
export function NewPasswordForm({
  fieldLabel,
  hint,
  isNew = false,
  label,
  email,
  onSend,
}: {
  fieldLabel: string
  hint: string
  /** Whether a password that was never set here is chosen: then the hint begins with its shortest length. */
  isNew?: boolean | undefined
  label: string
  /** Whose password it is, where that is known: password managers want to hear. */
  email?: string | undefined
  onSend(password: string): Promise<AuthProblem | null>
}) {
  const { passwordMinLength } = useAccountRules()
  const form = useForm<'password'>(async ({ password }) => {
    const problem = await onSend(password)
    return problem && errorsOf(problem, ['password'])
  })
  return (
    <FormOf form={form}>
      {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      <PasswordField
        label={fieldLabel}
        name="password"
        required
        minLength={passwordMinLength}
        autoComplete="new-password"
        hint={isNew ? `${passwordHint(passwordMinLength)} ${hint}` : hint}
        error={form.errors.password}
      />
      <Send form={form} busy="One moment…">
        {label}
      </Send>
    </FormOf>
  )
}
