import type { ComponentProps } from 'react'
import { PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { passwordHint, useAccountRules } from '../account-rules.ts'
import type { AuthProblem } from '../client/auth-client.ts'

/** A form with one password field. `onSend` returns the problem, if any. */
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
  /** Whether the user chooses a new password: then the hint begins with the minimum length. */
  isNew?: boolean | undefined
  label: string
  /** The account's e-mail address, if known, for password managers. */
  email?: string | undefined
  onSend(password: string): Promise<AuthProblem | null>
}) {
  const { passwordMinLength } = useAccountRules()
  const form = usePlainForm<'password'>(async ({ password }) => {
    const problem = await onSend(password)
    return problem && formErrors(problem, ['password'])
  })
  return (
    <PlainForm form={form}>
      {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      <NewPasswordField
        label={fieldLabel}
        hint={isNew ? `${passwordHint(passwordMinLength)} ${hint}` : hint}
        error={form.errors.password}
      />
      <SubmitButton form={form} busy="One moment…">
        {label}
      </SubmitButton>
    </PlainForm>
  )
}

/** The field of a password that is chosen; its hint is the shortest length, unless another is given. */
export function NewPasswordField(props: ComponentProps<typeof PasswordField>) {
  const { passwordMinLength } = useAccountRules()
  return (
    <PasswordField
      name="password"
      required
      minLength={passwordMinLength}
      autoComplete="new-password"
      hint={passwordHint(passwordMinLength)}
      {...props}
    />
  )
}
