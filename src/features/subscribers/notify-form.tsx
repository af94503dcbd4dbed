import { type FormEvent, useId, useState } from 'react'
import { useAccountRules } from '#features/accounts/account-rules.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { signUpFailed } from './sign-up-failed.ts'
import type { SignUpForm } from './subscriber-deps.ts'

type NotifyFormProps = { source: SignUpForm; className?: string }

/**
 * The sign-up form for the launch e-mail. `source`: its place on the site, stored with the consent. Needs JavaScript,
 * and says so without it.
 */
export function NotifyForm({ source, className = '' }: NotifyFormProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const consentId = useId()
  const { listDoubleOptIn: doubleOptIn } = useAccountRules()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    const notice = await send(form).catch(() => signUpFailed)
    setBusy(false)
    if (!notice) return
    if (notice.tone === 'success') form.reset()
    await toast(notice)
  }

  /** Null: the field says what is wrong with the address. */
  async function send(form: HTMLFormElement) {
    const [{ signUpForLaunch }, { cleanEmails }, { checkFields }] = await loadSignUp()
    cleanEmails(form)
    const { email: wrong } = checkFields(form)
    setError(wrong)
    if (wrong) {
      form.querySelector('input')?.focus()
      return null
    }
    return signUpForLaunch(String(new FormData(form).get('email') ?? ''), { source, doubleOptIn })
  }

  return (
    // A submit before hydration must not leave the page: `method="dialog"` does nothing outside a dialog.
    <form method="dialog" noValidate onSubmit={submit} onFocus={prepareToasts} className={className}>
      <div className="flex flex-col gap-x-6 gap-y-4 sm:flex-row sm:items-end">
        <EmailField
          label="Your e-mail"
          placeholder="name@example.com"
          className="grow text-left"
          error={error}
          {...(!error && { 'aria-describedby': consentId })}
        />
        <Button type="submit" aria-disabled={busy} className="shrink-0">
          Notify Me
        </Button>
      </div>
      <p id={consentId} className="mt-4 text-left text-ink-soft text-small">
        {shop.listConsent} What we keep is explained in our{' '}
        <Link to="/privacy-policy" prefetch="intent" className="link">
          Privacy Policy
        </Link>
        .
      </p>
      <noscript>
        <p className="mt-4 text-left text-ink-soft text-small">Signing up needs JavaScript.</p>
      </noscript>
    </form>
  )
}

/** Loads on submit: most visitors never send the form. */
function loadSignUp() {
  return Promise.all([
    import('./sign-up-for-launch.ts'),
    import('#ui/clean-emails.ts'),
    import('#ui/form/use-plain-form.ts'),
  ])
}
