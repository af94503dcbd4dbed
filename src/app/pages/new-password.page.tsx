import { useEffect, useState, useSyncExternalStore } from 'react'
import { type CarriedSession, readCarriedSession, storeSession } from '#features/accounts/client/confirm.ts'
import { NewPasswordForm } from '#features/accounts/sign-in/new-password-form.tsx'
import { SecondFactorStep } from '#features/accounts/sign-in/second-factor-step.tsx'
import { useConfirmation } from '#features/accounts/sign-in/use-confirmation.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { hasStoredSession, onSessionChange } from '#platform/client/stored-session.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { buttonLook } from '#ui/button.tsx'
import { FormPage, garmentAt } from '#ui/form/form-page.tsx'
import { FormAlert, UserBadge } from '#ui/form/form-parts.tsx'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { unlistedHeaders, unlistedTags } from '#ui/secret-page.ts'
import type { Route } from './+types/new-password.page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { garment: garmentAt(await listProducts(context.get(backendContext)), 5) }
}

export const headers = () => unlistedHeaders

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: 'New password', path: '/new-password', siteUrl: siteUrlOf(matches) }),
  ...unlistedTags,
]

const title = { title: 'A new', stressed: 'password' }
const plan = { redirectTo: '/', done: 'Your password is set and you’re signed in.' }

/** Sets the password of the signed-in user, or of the user of a recovery link that carries a session. */
export default function NewPasswordPage({ loaderData: { garment } }: Route.ComponentProps) {
  const signedIn = useSyncExternalStore(onSessionChange, hasStoredSession, () => true)
  const { carried, isSpent } = useCarriedSession()
  const { pending, refused, send, onShown } = useConfirmation(plan)

  async function openSession() {
    if (!carried) return { value: 'signed-in' as const }
    const { problem } = await storeSession(carried)
    return problem ? { problem } : { value: 'signed-in' as const }
  }

  if (pending) return <SecondFactorStep arrival={pending} garment={garment} onShown={onShown} />
  if (isSpent || !(signedIn || carried)) {
    return (
      <FormPage
        {...title}
        lead={
          <p role="status">
            {isSpent ? 'That link has already been used or has expired.' : 'First we need to check it’s you.'}
          </p>
        }
        garment={garment}
      >
        <p>Enter your e-mail address and we’ll send you a link to choose a new password.</p>
        <p className="mt-6">
          <Link to="/forgotten-password" className={buttonLook('solid', 'w-full sm:w-auto sm:min-w-56')}>
            Get a link
          </Link>
        </p>
      </FormPage>
    )
  }
  return (
    <FormPage
      {...title}
      lead={
        <>
          <p>Choose a new password. You’ll be signed out everywhere else.</p>
          {carried?.email && (
            <p className="mt-4">
              <UserBadge>{carried.email}</UserBadge>
            </p>
          )}
        </>
      }
      garment={garment}
    >
      <FormAlert>{refused}</FormAlert>
      <NewPasswordForm
        fieldLabel="New password"
        isNew
        hint="A memorable phrase is stronger than a short, complicated password."
        label="Set my password"
        email={carried?.email}
        onSend={(password) => send(openSession, password)}
      />
    </FormPage>
  )
}

/** The address's token is read once and removed; a code is left to the client, which began its flow. */
function useCarriedSession(): { carried: CarriedSession | null; isSpent: boolean } {
  const [carried, setCarried] = useState<CarriedSession | null>(null)
  const [isSpent, setSpent] = useState(false)
  useEffect(() => {
    const { hash, search, pathname } = window.location
    if (/[?&]code=/.test(search)) void loadBackend().catch(() => undefined)
    else if (hash || search) {
      setCarried(readCarriedSession(hash))
      setSpent(/[#&?]error=/.test(hash + search))
      window.history.replaceState(window.history.state, '', pathname)
    }
  }, [])
  return { carried, isSpent }
}
