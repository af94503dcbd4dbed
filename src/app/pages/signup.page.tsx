import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccountRules } from '#features/accounts/account-rules.ts'
import { noteSignUp } from '#features/accounts/client/new-sign-up.ts'
import { type NewAccount, signUp } from '#features/accounts/client/sign-in.ts'
import { NewPasswordField } from '#features/accounts/sign-in/new-password-form.tsx'
import { ProviderButtons } from '#features/accounts/sign-in/provider-buttons.tsx'
import { SecondFactorStep } from '#features/accounts/sign-in/second-factor-step.tsx'
import { SignUpsClosed, signUpMessage } from '#features/accounts/sign-in/sign-up-messages.tsx'
import { usePostLoginRedirect } from '#features/accounts/sign-in/use-post-login-redirect.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { EmailField } from '#ui/field.tsx'
import { type Captcha, unsolvedCaptcha, useCaptcha } from '#ui/form/captcha.tsx'
import { FormPage, type Garment, garmentAt } from '#ui/form/form-page.tsx'
import { InlineLink, PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { formErrors, usePlainForm } from '#ui/form/use-plain-form.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { toast } from '#ui/toast.ts'
import type { Route } from './+types/signup.page.ts'

const welcome = { title: 'Welcome', description: 'You have been logged in successfully.', tone: 'success' } as const

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...context.get(settingsContext).signIn,
    garment: garmentAt(await listProducts(context.get(backendContext)), 11),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: 'Create Account', path: '/signup', siteUrl: siteUrlOf(matches) }),
  { name: 'robots', content: 'noindex' },
]

export default function SignUpPage({ loaderData: { garment, providers, captcha: kind } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { pending, arrive } = usePostLoginRedirect(welcome)
  const captcha = useCaptcha(kind)
  const { signups } = useAccountRules()

  async function goOn(made: NewAccount, email: string) {
    if (!made.isSignedIn) noteSignUp(email)
    void toast({ title: 'Welcome', description: signUpMessage(made, 'verify'), tone: 'success', about: 'session' })
    // A signed-in account is redirected to the front page: `usePostLoginRedirect`.
    if (!made.isSignedIn) await navigate('/login')
  }

  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={arrive} />
  if (!signups) return <NoNewAccounts garment={garment} />
  return (
    <FormPage
      title="Create"
      stressed="Account"
      lead={<p>It keeps your orders in one place. You don’t need one to order.</p>}
      garment={garment}
    >
      <SignUpForm captcha={captcha} onMade={goOn} />
      <ProviderButtons providers={providers} />
      <p className="mt-8 border-line border-t pt-4">
        Already have an account? <InlineLink to="/login">Sign in here</InlineLink>
      </p>
    </FormPage>
  )
}

function NoNewAccounts({ garment }: { garment: Garment | null }) {
  return (
    <FormPage title="Create" stressed="Account" lead={<p>You don’t need one to order.</p>} garment={garment}>
      <SignUpsClosed />
      <p className="mt-8 border-line border-t pt-4">
        Already have an account? <InlineLink to="/login">Sign in here</InlineLink>
      </p>
    </FormPage>
  )
}

const mismatch = 'Passwords do not match'

/** E-mail and a password typed twice. `onMade` runs after the sign-up. */
function SignUpForm({ captcha, onMade }: { captcha: Captcha; onMade(made: NewAccount, email: string): Promise<void> }) {
  const { state } = useLocation()
  // A wrong address is shown again to be corrected.
  const [address] = useState(() => (typeof state?.email === 'string' ? state.email : ''))
  const form = usePlainForm<'email' | 'password' | 'confirm'>(async ({ email, password, confirm }) => {
    if (password !== confirm) {
      void toast({ title: 'Almost', description: mismatch, tone: 'error', about: 'session' })
      return { confirm: mismatch }
    }
    if (captcha.isOpen()) return unsolvedCaptcha
    const { value: made, problem } = await signUp({ email, password, captchaToken: captcha.take() })
    if (!problem) {
      await onMade(made, email)
      return null
    }
    void toast({
      title: 'No account created',
      description: problem.message,
      tone: 'error',
      about: 'session',
    })
    return formErrors(problem, ['email', 'password'])
  })
  return (
    <PlainForm form={form}>
      <EmailField label="E-mail" autoComplete="username" defaultValue={address} error={form.errors.email} />
      <NewPasswordField label="Password" error={form.errors.password} />
      <NewPasswordField label="Confirm password" name="confirm" hint={undefined} error={form.errors.confirm} />
      {captcha.place}
      <SubmitButton form={form} busy="Creating account...">
        Create account
      </SubmitButton>
    </PlainForm>
  )
}
