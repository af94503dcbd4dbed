import { useNavigate } from 'react-router'
import { listProducts } from '#features/catalogue/product.ts'
import { pageMeta, siteUrlOf } from '#features/content/page-meta.ts'
import { useAccountRules } from '#infrastructure/account-rules.ts'
import { backendContext, settingsContext } from '#infrastructure/http/page-context.ts'
import { toast } from '#ui/toast.ts'
import type { NewAccount } from '../browser/sign-in.ts'
import type { Route } from './+types/signup.page.ts'
import { AuthFrame } from './auth-frame.tsx'
import { InText } from './form-parts.tsx'
import { type Garment, garmentAt } from './garment.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { signUpMessage } from './sign-up-messages.ts'
import { SignUpsClosed } from './sign-ups-closed.tsx'
import { useArrival } from './use-arrival.ts'
import { useCaptcha } from './use-captcha.tsx'

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
  const { pending, arrive } = useArrival(welcome)
  const captcha = useCaptcha(kind)
  const { signups } = useAccountRules()

  async function goOn(made: NewAccount) {
    void toast({ title: 'Welcome', description: signUpMessage(made, 'verify'), tone: 'success', about: 'session' })
    // An account that is signed in already leads to the front page: `useArrival`.
    if (!made.isSignedIn) await navigate('/login')
  }

  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={arrive} />
  if (!signups) return <NoNewAccounts garment={garment} />
  return (
    <AuthFrame
      title={
        <>
          Create <em>Account</em>
        </>
      }
      lead={<p>It keeps your orders in one place. You can buy just as well without one.</p>}
      garment={garment}
    >
      <SignUpForm captcha={captcha} onMade={goOn} />
      <ProviderButtons providers={providers} />
      <p className="mt-8 border-line border-t pt-4">
        Have an account already? <InText to="/login">Log in here</InText>
      </p>
    </AuthFrame>
  )
}

function NoNewAccounts({ garment }: { garment: Garment | null }) {
  return (
    <AuthFrame
      title={
        <>
          Create <em>Account</em>
        </>
      }
      lead={<p>You can order without one.</p>}
      garment={garment}
    >
      <SignUpsClosed />
      <p className="mt-8 border-line border-t pt-4">
        Have an account already? <InText to="/login">Log in here</InText>
      </p>
    </AuthFrame>
  )
}
