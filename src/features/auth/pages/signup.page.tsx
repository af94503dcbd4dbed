import { useNavigate } from 'react-router'
import { listProducts } from '#features/catalogue/product.ts'
import { pageMeta, siteUrlOf } from '#features/content/page-meta.ts'
import { backendContext, settingsContext } from '#infrastructure/http/page-context.ts'
import { toast } from '#ui/toast.ts'
import type { Route } from './+types/signup.page.ts'
import { AuthFrame } from './auth-frame.tsx'
import { InText } from './form-parts.tsx'
import { garmentAt } from './garment.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useArrival } from './use-arrival.ts'
import { useCaptcha } from './use-captcha.tsx'

const welcome = { title: 'Welcome', description: 'You have been logged in successfully.', tone: 'success' } as const
const made = {
  title: 'Welcome',
  description: 'Account created successfully! Please check your email to verify your account.',
  tone: 'success',
  about: 'session',
} as const

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

  async function goToLogin() {
    void toast(made)
    await navigate('/login')
  }

  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={arrive} />
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
      <SignUpForm captcha={captcha} onMade={goToLogin} />
      <ProviderButtons providers={providers} />
      <p className="mt-8 border-line border-t pt-4">
        Have an account already? <InText to="/login">Log in here</InText>
      </p>
    </AuthFrame>
  )
}
