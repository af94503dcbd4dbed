import { Tabs } from 'radix-ui'
import { useRef } from 'react'
import { type SignInSettings, useAccountRules } from '#features/accounts/account-rules.ts'
import type { AuthProblem } from '#features/accounts/client/auth-client.ts'
import { noteSignUp } from '#features/accounts/client/new-sign-up.ts'
import { signUp } from '#features/accounts/client/sign-in.ts'
import { NewPasswordField } from '#features/accounts/sign-in/new-password-form.tsx'
import { ProviderButtons } from '#features/accounts/sign-in/provider-buttons.tsx'
import { SecondFactorStep } from '#features/accounts/sign-in/second-factor-step.tsx'
import { SignInForm } from '#features/accounts/sign-in/sign-in-form.tsx'
import { SignUpsClosed, signUpMessage } from '#features/accounts/sign-in/sign-up-messages.tsx'
import { usePostLoginRedirect } from '#features/accounts/sign-in/use-post-login-redirect.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { EmailField } from '#ui/field.tsx'
import { type Captcha, unsolvedCaptcha, useCaptcha } from '#ui/form/captcha.tsx'
import { FormPage, garmentAt } from '#ui/form/form-page.tsx'
import { PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { toast } from '#ui/toast.ts'
import type { Route } from './+types/auth.page.ts'

const welcome = { title: 'Success!', description: 'Logged in successfully!', tone: 'success' } as const

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...context.get(settingsContext).signIn,
    garment: garmentAt(await listProducts(context.get(backendContext)), 10),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: 'Your account', path: '/auth', siteUrl: siteUrlOf(matches) }),
  { name: 'robots', content: 'noindex' },
]

export default function AuthPage({ loaderData: { garment, providers, captcha } }: Route.ComponentProps) {
  const { pending, arrive } = usePostLoginRedirect(welcome)
  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={arrive} />
  return (
    <FormPage title="Your" stressed="account" lead={<p>Sign in or create an account.</p>} garment={garment}>
      <Tabs.Root defaultValue="in">
        <Tabs.List aria-label="Sign in or sign up" className="flex gap-x-8">
          <Tab value="in">Sign In</Tab>
          <Tab value="up">Sign Up</Tab>
        </Tabs.List>
        <Tabs.Content value="in" className="pt-8 outline-none" tabIndex={-1}>
          <SignInTab captcha={captcha} onSignedIn={arrive} />
        </Tabs.Content>
        <Tabs.Content value="up" className="pt-8 outline-none" tabIndex={-1}>
          <SignUpTab captcha={captcha} />
        </Tabs.Content>
      </Tabs.Root>
      <ProviderButtons providers={providers} />
    </FormPage>
  )
}

type TabProps = { captcha: SignInSettings['captcha'] }

function Tab({ value, children }: { value: string; children: string }) {
  return (
    <Tabs.Trigger
      value={value}
      className="min-h-11 border-transparent border-b-[1.5px] font-serif text-ink-soft text-title leading-tight hover:text-mulberry data-[state=active]:border-mulberry data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  )
}

function SignInTab({ captcha, onSignedIn }: TabProps & { onSignedIn(): Promise<void> }) {
  return (
    <SignInForm
      label="Sign In"
      busyLabel="Signing in..."
      captcha={useCaptcha(captcha)}
      failure={failure}
      onSignedIn={onSignedIn}
    />
  )
}

function SignUpTab({ captcha }: TabProps) {
  const challenge = useCaptcha(captcha)
  const { signups } = useAccountRules()
  return signups ? <QuickSignUpForm captcha={challenge} /> : <SignUpsClosed />
}

function failure({ serverMessage }: AuthProblem) {
  return { title: 'Error', description: serverMessage || 'Failed to sign in', tone: 'error' } as const
}

/**
 * E-mail and one password field, which the visitor can make visible. The fields are cleared when the account exists.
 */
function QuickSignUpForm({ captcha }: { captcha: Captcha }) {
  const { unverifiedSignIn } = useAccountRules()
  const fields = useRef<HTMLDivElement>(null)
  const form = usePlainForm<'email' | 'password'>(async ({ email, password }) => {
    if (captcha.isOpen()) return unsolvedCaptcha
    const { value: made, problem } = await signUp({ email, password, captchaToken: captcha.take() })
    if (problem) {
      void toast({
        title: 'Error',
        description: problem.serverMessage || 'Failed to sign up',
        tone: 'error',
        about: 'session',
      })
      return formErrors(problem, ['email', 'password'])
    }
    if (!made.isSignedIn) noteSignUp(email)
    fields.current?.closest('form')?.reset()
    void toast({
      title: 'Success!',
      description: signUpMessage(made, unverifiedSignIn ? 'log in' : 'verify'),
      tone: 'success',
      about: 'session',
    })
    return null
  })
  return (
    <PlainForm form={form}>
      <div ref={fields} className="grid gap-y-6">
        <EmailField label="E-mail" autoComplete="username" error={form.errors.email} />
        <NewPasswordField label="Password" error={form.errors.password} />
      </div>
      {captcha.place}
      <SubmitButton form={form} busy="Signing up...">
        Sign Up
      </SubmitButton>
    </PlainForm>
  )
}
