import { Tabs } from 'radix-ui'
import type { SignInSettings } from '#features/accounts/account-rules.ts'
import { useAccountRules } from '#features/accounts/account-rules.ts'
import type { AuthProblem } from '#features/accounts/client/auth-client.ts'
import { ProviderButtons } from '#features/accounts/sign-in/provider-buttons.tsx'
import { QuickSignUpForm } from '#features/accounts/sign-in/quick-sign-up-form.tsx'
import { SecondFactorStep } from '#features/accounts/sign-in/second-factor-step.tsx'
import { SignInForm } from '#features/accounts/sign-in/sign-in-form.tsx'
import { SignUpsClosed } from '#features/accounts/sign-in/sign-ups-closed.tsx'
import { usePostLoginRedirect } from '#features/accounts/sign-in/use-post-login-redirect.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { useCaptcha } from '#ui/form/captcha.tsx'
import { FormPage, garmentAt } from '#ui/form/form-page.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
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
    <FormPage
      title={
        <>
          Your <em>account</em>
        </>
      }
      lead={<p>Sign in or create an account.</p>}
      garment={garment}
    >
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
