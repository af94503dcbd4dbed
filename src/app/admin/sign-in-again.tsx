import { Dialog } from 'radix-ui'
import { useNavigate, useRouteLoaderData } from 'react-router'
import type { SignInSettings } from '#features/accounts/account-rules.ts'
import { pendingFactor } from '#features/accounts/client/second-factor.ts'
import { signIn } from '#features/accounts/client/sign-in.ts'
import { SecondFactorForm } from '#features/accounts/sign-in/second-factor-form.tsx'
import { type Account, factorsOf } from '#features/accounts/use-account.ts'
import { focusNow } from '#ui/focus-now.ts'
import { unsolvedCaptcha, useCaptcha } from '#ui/form/captcha.tsx'
import { PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { Rule } from '#ui/rule.tsx'
import { TextButton } from '#ui/text-button.tsx'

type SignInAgainProps = {
  account: Account
  missing: 'password' | 'second factor'
  onShown: () => Promise<void>
}

const texts = {
  password: { title: 'You have been signed out.', lead: 'Sign in again; your text is safe.' },
  'second factor': { title: 'One more step', lead: 'Confirm it’s you with your second step; your text is safe.' },
} as const

/**
 * A sign-in dialog over the page for an administrator whose session has ended, so that nothing typed is lost. It closes
 * once that account is signed in, in this tab or in another.
 */
export function SignInAgain({ account, missing, onShown }: SignInAgainProps) {
  const navigate = useNavigate()
  const { title, lead } = texts[missing]
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-[70] bg-veil" />
        <Dialog.Content
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => event.preventDefault()}
          className="fixed top-1/2 left-1/2 z-[70] max-h-[calc(100svh-2rem)] w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto bg-paper px-6 py-6 text-ink shadow-dialog outline-none sm:px-9 sm:py-8"
        >
          <Dialog.Title className="font-serif text-title leading-tight">{title}</Dialog.Title>
          <Dialog.Description className="mt-1 text-ink-soft">{lead}</Dialog.Description>
          <Rule className="mt-5 mb-6 text-mulberry/60" />
          {missing === 'password' ? (
            <PasswordStep email={account.user.email ?? ''} />
          ) : (
            <SecondFactorForm factors={factorsOf(account.user).map(pendingFactor)} onShown={onShown} />
          )}
          <p className="mt-5 flex flex-wrap gap-x-7 border-line border-t pt-3">
            {missing === 'password' && (
              <a
                href="/auth"
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center text-mulberry"
              >
                <span className="link">Sign in another way, in a new tab</span>
              </a>
            )}
            <TextButton onClick={() => void navigate('/auth')}>Leave this page</TextButton>
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PasswordStep({ email }: { email: string }) {
  const root = useRouteLoaderData<{ captcha: SignInSettings['captcha'] }>('root')
  const captcha = useCaptcha(root?.captcha ?? null)
  const form = usePlainForm<'password'>(async ({ password }) => {
    if (captcha.isOpen()) return unsolvedCaptcha
    const { problem } = await signIn({ email, password, captchaToken: captcha.take() })
    return problem ? formErrors(problem, ['password']) : null
  })
  return (
    <PlainForm form={form}>
      <div>
        <p className="label text-ink-soft">E-mail</p>
        <p className="wrap-any mt-1">{email}</p>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      </div>
      <PasswordField
        label="Password"
        name="password"
        required
        ref={focusNow}
        autoComplete="current-password"
        error={form.errors.password}
      />
      {captcha.place}
      <SubmitButton form={form} busy="Signing in...">
        Sign In
      </SubmitButton>
    </PlainForm>
  )
}
