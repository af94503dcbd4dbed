import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AccountSection } from '#ui/account-section.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { accountProblem, callAccount } from '../client/account-requests.ts'
import type { Account } from '../use-account.ts'
import { ChangeEmail } from './change-email.tsx'
import { emailRedirectUrl } from './email-redirect.ts'

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
          current={email ?? ''}
          isVerified={Boolean(confirmedAt)}
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
      <p className="mt-2 text-ink-soft">Is the address wrong? Please log out and sign up again.</p>
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
