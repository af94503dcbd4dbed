import { Tabs } from 'radix-ui'
import { listProducts } from '#features/catalogue/product.ts'
import { pageMeta, siteUrlOf } from '#features/content/page-meta.ts'
import { useAccountRules } from '#infrastructure/account-rules.ts'
import { backendContext, type SignInSettings, settingsContext } from '#infrastructure/http/page-context.ts'
import type { Problem } from '../browser/problem.ts'
import type { Route } from './+types/auth.page.ts'
import { AuthFrame } from './auth-frame.tsx'
import { garmentAt } from './garment.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { QuickSignUpForm } from './quick-sign-up-form.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpsClosed } from './sign-ups-closed.tsx'
import { useArrival } from './use-arrival.ts'
import { useCaptcha } from './use-captcha.tsx'

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
  const { pending, arrive } = useArrival(welcome)
  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={arrive} />
  return (
    <AuthFrame
      title={
        <>
          Your <em>account</em>
        </>
      }
      lead={<p>Come in, or make yourself known.</p>}
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
    </AuthFrame>
  )
}

type Asking = { captcha: SignInSettings['captcha'] }

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

function SignInTab({ captcha, onSignedIn }: Asking & { onSignedIn(): Promise<void> }) {
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

function SignUpTab({ captcha }: Asking) {
  const asked = useCaptcha(captcha)
  const { signups } = useAccountRules()
  return signups ? <QuickSignUpForm captcha={asked} /> : <SignUpsClosed />
}

function failure({ said }: Problem) {
  return { title: 'Error', description: said || 'Failed to sign in', tone: 'error' } as const
}
