import { useRef, useState } from 'react'
import { shortestOfStaff } from '#platform/auth/passwords/validate-password.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Link } from '#ui/link.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { passwordHint, useAccountRules } from '../account-rules.ts'
import { callAccount } from '../client/account-requests.ts'
import type { Account } from '../use-account.ts'
import { type ChangeProps, useAccountForm } from '../use-account-form.ts'
import { useProof } from './proof.tsx'

export function PasswordSection({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [changing, setChanging] = useState(false)

  function leave() {
    setChanging(false)
    heading.current?.focus()
  }

  async function done() {
    leave()
    await onChanged()
    await toast({
      title: 'Password changed',
      description: 'You’re still signed in here, and signed out everywhere else.',
      tone: 'success',
    })
  }

  return (
    <AccountSection
      id="password"
      heading={heading}
      title="Password"
      note="A memorable phrase is stronger than a short, complicated password."
    >
      {changing ? (
        <ChangePassword account={account} onDone={done} onCancel={leave} />
      ) : (
        <>
          <p className="max-w-[34em]">
            We store it in a form that can’t be read, so we can’t tell you what it is.{' '}
            <Link to="/forgotten-password" className="link">
              Forgotten it?
            </Link>
          </p>
          <TextButton onClick={() => setChanging(true)} className="mt-2">
            Change password
          </TextButton>
        </>
      )}
    </AccountSection>
  )
}

/** The form with the current password and the new one. */
function ChangePassword({ account: { user, role }, onDone, onCancel }: ChangeProps) {
  const prove = useProof()
  const { passwordMinLength } = useAccountRules()
  const least = role ? Math.max(shortestOfStaff, passwordMinLength) : passwordMinLength
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
        hint={role ? `At least ${least} characters, because it opens the back office.` : passwordHint(least)}
      />
      <FormActions label="Change" busyLabel="Changing…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
