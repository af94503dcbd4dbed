import { FormActions } from '#ui/form-actions.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { passwordHint, useAccountRules } from '../account-rules.ts'
import { callAccount } from '../client/account-requests.ts'
import { useProof } from '../proof/proof.tsx'
import type { Account } from '../use-account.ts'
import { useAccountForm } from '../use-account-form.ts'

const shortestOfAdministrators = 12

/** The form with the current password and the new one. */
export function ChangePassword({
  account: { user, isAdmin },
  onDone,
  onCancel,
}: {
  account: Account
  onDone: () => Promise<void>
  onCancel: () => void
}) {
  const prove = useProof()
  const { passwordMinLength } = useAccountRules()
  const least = isAdmin ? Math.max(shortestOfAdministrators, passwordMinLength) : passwordMinLength
  const { busy, onSubmit, field } = useAccountForm({
    initial: { current: '', password: '' },
    async send({ current, password }) {
      const change = { password, current_password: current }
      if (await prove(() => callAccount(({ auth }) => auth.updateUser(change)))) await onDone()
    },
    errorOf: ({ code, problem }) => ({
      name: code.startsWith('current_password') ? 'current' : 'password',
      message: problem,
    }),
  })
  return (
    <form onSubmit={onSubmit} className="grid max-w-[30rem] gap-y-6">
      <input type="hidden" name="username" autoComplete="username" value={user.email ?? ''} readOnly />
      <PasswordField label="Current password" {...field('current')} required autoComplete="current-password" />
      <PasswordField
        label="New password"
        {...field('password')}
        required
        minLength={least}
        autoComplete="new-password"
        hint={isAdmin ? `At least ${least} characters, because you manage the shop.` : passwordHint(least)}
      />
      <FormActions label="Change" busyLabel="Changing…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
