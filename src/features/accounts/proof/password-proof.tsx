import { useNavigate } from 'react-router'
import { loadBackend } from '#platform/client/backend-client.ts'
import { call } from '#platform/client/functions.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { signOut } from '../client/sign-out.ts'
import type { Account } from '../use-account.ts'
import { useAccountForm } from '../use-account-form.ts'

/** The form for the password. A user without a password signs out and signs in again as before. */
export function PasswordProof({ account: { user }, onShown }: { account: Account; onShown: () => void }) {
  const navigate = useNavigate()
  const { busy, onSubmit, field } = useAccountForm({
    initial: { password: '' },
    async send({ password }) {
      await signInAgain({ email: user.email ?? '', password })
      onShown()
    },
  })

  async function leave() {
    await signOut()
    await navigate('/login')
  }

  return (
    <>
      <p className="mt-5 text-ink-soft">
        You signed in a while ago. Please enter your password to confirm it’s still you.
      </p>
      <form onSubmit={onSubmit} className="mt-6 grid gap-y-6">
        <input type="hidden" name="username" autoComplete="username" value={user.email ?? ''} readOnly />
        <PasswordField label="Password" {...field('password')} required autoComplete="current-password" />
        <FormActions label="Confirm" busyLabel="Checking…" busy={busy} />
      </form>
      <TextButton onClick={leave} className="mt-4">
        Sign in another way instead
      </TextButton>
    </>
  )
}

/** Signs in again with the password. Ends the previous session, so that the account does not collect sessions. */
async function signInAgain(typed: { email: string; password: string }): Promise<void> {
  const { auth } = await loadBackend()
  const { data: before } = await auth.getSession()
  const { error } = await auth.signInWithPassword(typed)
  if (error) throw error
  const former = sessionIn(before.session?.access_token)
  // If that fails the previous session stays in the list, where the user can end it.
  if (former) await call('end-session', { id: former }).catch(() => undefined)
}

function sessionIn(token: string | undefined): string | null {
  const [, body = ''] = token?.split('.') ?? []
  try {
    const { session_id: id } = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}
