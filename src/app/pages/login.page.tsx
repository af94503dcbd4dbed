import { useEffect, useState } from 'react'
import { useAccountRules } from '#features/accounts/account-rules.ts'
import type { AuthProblem } from '#features/accounts/client/auth-client.ts'
import { finishWithProvider } from '#features/accounts/client/oauth.ts'
import { ProviderButtons } from '#features/accounts/sign-in/provider-buttons.tsx'
import { SecondFactorStep } from '#features/accounts/sign-in/second-factor-step.tsx'
import { SignInForm } from '#features/accounts/sign-in/sign-in-form.tsx'
import { SignUpNote } from '#features/accounts/sign-in/sign-up-note.tsx'
import { usePostLoginRedirect } from '#features/accounts/sign-in/use-post-login-redirect.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { useCaptcha } from '#ui/form/captcha.tsx'
import { FormPage, garmentAt } from '#ui/form/form-page.tsx'
import { FormAlert, InlineLink } from '#ui/form/form-parts.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { toast } from '#ui/toast.ts'
import type { Route } from './+types/login.page.ts'

const welcome = {
  title: 'Welcome back',
  description: 'You have been logged in successfully.',
  tone: 'success',
} as const

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...context.get(settingsContext).signIn,
    garment: garmentAt(await listProducts(context.get(backendContext)), 9),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: 'Customer Login', path: '/login', siteUrl: siteUrlOf(matches) }),
  { name: 'robots', content: 'noindex' },
]

export default function LoginPage({ loaderData: { garment, providers, captcha: kind } }: Route.ComponentProps) {
  const { pending, arrive } = usePostLoginRedirect(welcome)
  const captcha = useCaptcha(kind)
  const { signups } = useAccountRules()
  const { isReturning, wrong } = useReturn(arrive)

  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={arrive} />
  return (
    <FormPage
      title="Customer"
      stressed="Login"
      lead={<p>{isReturning ? 'One moment, signing you in.' : 'See your orders and how they’re coming along.'}</p>}
      garment={garment}
    >
      <SignUpNote captcha={captcha} />
      <FormAlert>{wrong}</FormAlert>
      <SignInForm label="Sign in" busyLabel="Logging in..." captcha={captcha} failure={failure} onSignedIn={arrive} />
      <ProviderButtons providers={providers} />
      {signups && (
        <p className="mt-8 border-line border-t pt-4">
          New to {shop.name}? <InlineLink to="/signup">Sign up here</InlineLink>
        </p>
      )}
    </FormPage>
  )
}

function failure({ serverMessage, message }: AuthProblem) {
  return { title: 'Not signed in', description: serverMessage || message, tone: 'error' } as const
}

/** The return from a provider: with a code that signs the user in, or with an error. */
function useReturn(arrive: () => Promise<void>) {
  const [isReturning, setReturning] = useState(false)
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const [code, error] = [query.get('code'), query.get('error_description') ?? query.get('error')]
    if (code === null && error === null) return
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (error !== null || code === null) {
      setWrong('That sign-in didn’t work. Please try again, or sign in with your password.')
      return
    }
    setReturning(true)
    finishWithProvider(code).then(async ({ problem }) => {
      setReturning(false)
      if (!problem) return arrive()
      setWrong(problem.message)
      await toast({ ...failure(problem), about: 'session' })
    })
  }, [arrive])
  return { isReturning, wrong }
}
