import { useState } from 'react'
import { useSubmit } from '#platform/client/use-submit.ts'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { passwordHint, useAccountRules } from '../account-rules.ts'
import { callAccount } from '../client/account-requests.ts'
import { useProof } from '../proof/proof.tsx'
import type { Account } from '../use-account.ts'

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
  const [problem, setProblem] = useState<{ current?: string; password?: string }>({})
  const least = isAdmin ? Math.max(shortestOfAdministrators, passwordMinLength) : passwordMinLength
  const { busy, onSubmit } = useSubmit(async ({ current = '', password = '' }, form) => {
    setProblem({})
    const change = { password, current_password: current }
    const outcome = await prove(() => callAccount(({ auth }) => auth.updateUser(change)))
    if (!outcome) return
    if (!('problem' in outcome)) return onDone()
    const field = outcome.code.startsWith('current_password') ? 'current' : 'password'
    setProblem({ [field]: outcome.problem })
    form.querySelector<HTMLElement>(`[name=${field}]`)?.focus()
  })
  return (
    <form onSubmit={onSubmit} className="grid max-w-[30rem] gap-y-6">
      <input type="hidden" name="username" autoComplete="username" value={user.email ?? ''} readOnly />
      <PasswordField
        label="Current password"
        name="current"
        required
        autoComplete="current-password"
        ref={focusNow}
        error={problem.current}
      />
      <PasswordField
        label="New password"
        name="password"
        required
        minLength={least}
        autoComplete="new-password"
        hint={isAdmin ? `At least ${least} characters, since you look after the shop.` : passwordHint(least)}
        error={problem.password}
      />
      <FormActions label="Change" busyLabel="Changing…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
