import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readTypedEmail } from '#platform/text/typed-text.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { EmailField } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { accountProblem, callAccount, emailRedirectUrl } from '../client/account-requests.ts'
import type { Account } from '../use-account.ts'
import { type ChangeProps, useAccountForm } from '../use-account-form.ts'
import { useProof } from './proof.tsx'

/** The account's e-mail address, whether it is confirmed, and the form to change it. */
export function EmailSection({ account, reload }: { account: Account; reload: () => Promise<void> }) {
  const { email, email_confirmed_at: confirmedAt, new_email: awaited } = account.user
  const heading = useRef<HTMLHeadingElement>(null)
  const [changing, setChanging] = useState(false)
  const isChangeable = !email || Boolean(confirmedAt)

  function leave() {
    setChanging(false)
    heading.current?.focus()
  }

  return (
    <AccountSection
      id="email"
      heading={heading}
      title="E-mail"
      note="You sign in with it, and it links your orders to your account. We never show it to anyone."
    >
      <p className="wrap-any font-serif text-name leading-tight">{email}</p>
      {confirmedAt ? <p className="mt-1 text-ink-soft">Confirmed.</p> : email && <Unverified email={email} />}
      {awaited && <Awaited next={awaited} current={email ?? ''} isVerified={Boolean(confirmedAt)} />}
      {changing ? (
        <ChangeEmail
          account={account}
          onDone={async () => {
            leave()
            await reload()
          }}
          onCancel={leave}
        />
      ) : (
        isChangeable && (
          <TextButton onClick={() => setChanging(true)} className="mt-2">
            Change e-mail address
          </TextButton>
        )
      )}
    </AccountSection>
  )
}

function Unverified({ email }: { email: string }) {
  return (
    <div className="mt-3 max-w-[34em] border-mulberry border-l-2 pl-5">
      <p>Not confirmed yet. Follow the link in the e-mail we sent you, and your orders will appear here.</p>
      <p className="mt-2 text-ink-soft">Is the address wrong? Please sign out and sign up again.</p>
      <SendAgain email={email} type="signup" />
    </div>
  )
}

function Awaited({ next, current, isVerified }: { next: string; current: string; isVerified: boolean }) {
  return (
    <div className="mt-4 max-w-[34em] border-line border-l-2 pl-5">
      <p>
        Your change to <strong className="wrap-any font-medium">{next}</strong> is waiting for you to follow the link we
        e-mailed there{isVerified && ' and the one we e-mailed to your current address'}.
      </p>
      <SendAgain email={current} type="email_change" />
    </div>
  )
}

function SendAgain({ email, type }: { email: string; type: 'signup' | 'email_change' }) {
  const { mutate: send, isPending: busy } = useMutation({
    mutationFn: () =>
      callAccount(({ auth }) => auth.resend({ type, email, options: { emailRedirectTo: emailRedirectUrl() } })),
    onError: (error) => toast({ title: 'Not sent', description: accountProblem(error).problem, tone: 'error' }),
    onSuccess: () => toast({ title: 'On its way', description: 'We’ve sent you a new e-mail.', tone: 'success' }),
  })

  return (
    <TextButton onClick={() => !busy && send()} aria-disabled={busy} className="mt-1">
      {busy ? 'Sending…' : 'Send the e-mail again'}
    </TextButton>
  )
}

const both = 'We’ll e-mail a link to both addresses. Your address changes once you’ve confirmed both.'
const one = 'We’ll e-mail a link to it. Your address changes once you’ve confirmed it.'

/** The form for another e-mail address. The address changes only after the links in the e-mails are confirmed. */
function ChangeEmail({ account: { user }, onDone, onCancel }: ChangeProps) {
  const current = user.email ?? ''
  const isVerified = Boolean(user.email_confirmed_at)
  const prove = useProof()
  const { busy, onSubmit, field } = useAccountForm({
    initial: { email: '' },
    async send(typed) {
      const email = readTypedEmail(typed.email)
      const changed = await prove(() =>
        callAccount(({ auth }) => auth.updateUser({ email }, { emailRedirectTo: emailRedirectUrl() })),
      )
      if (!changed) return
      await onDone()
      await toast({
        title: 'One more step',
        description: isVerified
          ? `Please follow the links we’ve e-mailed to ${current} and ${email}.`
          : `Please follow the link we’ve e-mailed to ${email}.`,
        tone: 'success',
      })
    },
  })
  const isOther = (email: string) =>
    readTypedEmail(email).toLowerCase() !== current.toLowerCase() || 'That’s already your address.'
  return (
    <form onSubmit={onSubmit} className="mt-6 grid max-w-[30rem] gap-y-6">
      <EmailField label="New address" {...field('email', isOther)} hint={isVerified ? both : one} />
      <FormActions label="Change" busyLabel="Sending…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
