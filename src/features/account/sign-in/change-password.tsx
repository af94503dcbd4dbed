import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { attempt } from '../outcome.ts'
import { focusNow } from '../page/focus-now.ts'
import { FormActions } from '../page/form-actions.tsx'
import { useSubmit } from '../page/use-submit.ts'
import { useProof } from '../proof/proof.tsx'
import type { Account } from '../use-account.ts'

const shortest = 6
const shortestOfAdministrators = 12

/** Asks for the present password and the new one. */
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
  const [problem, setProblem] = useState<{ current?: string; next?: string }>({})
  const least = isAdmin ? shortestOfAdministrators : shortest
  const { busy, onSubmit } = useSubmit(async ({ current = '', password = '' }) => {
    setProblem({})
    const change = { password, current_password: current }
    const outcome = await prove(() => attempt(({ auth }) => auth.updateUser(change)))
    if (!outcome) return
    if (!('problem' in outcome)) return onDone()
    const field = outcome.code.startsWith('current_password') ? 'current' : 'next'
    setProblem({ [field]: outcome.problem })
  })
  return (
    <form onSubmit={onSubmit} className="grid max-w-[30rem] gap-y-6">
      <input type="hidden" name="username" autoComplete="username" value={user.email ?? ''} readOnly />
      <Field
        label="Current password"
        type="password"
        name="current"
        required
        maxLength={128}
        autoComplete="current-password"
        ref={focusNow}
        error={problem.current}
      />
      <Field
        label="New password"
        type="password"
        name="password"
        required
        minLength={least}
        maxLength={128}
        autoComplete="new-password"
        hint={
          isAdmin ? `At least ${least} characters, since you look after the shop.` : `At least ${least} characters.`
        }
        error={problem.next}
      />
      <FormActions label="Change" busyLabel="Changing…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
