import { backendContext } from '#platform/pages/page-context.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { emailPageMeta } from '#ui/secret-page.ts'
import type { Route } from './+types/confirm-sign-up.page.ts'
import {
  BrokenLink,
  EmailLinkPage,
  emailLinkHeaders,
  fetchPlace,
  Masked,
  placeOrUnavailable,
} from './email-link-page.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const place = await fetchPlace(context.get(backendContext), request.url)
  return placeOrUnavailable(place, context)
}

export const headers = () => emailLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  emailPageMeta('Confirm your address', '/confirm-sign-up', matches)

/** The page of the confirmation link. It waits for a press, and works in any browser. */
export default function ConfirmSignUpPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <BrokenLink wish="we’ll put it on the list" />
  const { token, place } = loaderData
  if (place.state === 'off') return <SaidNo />
  return place.state === 'on' ? <On address={place.address} /> : <Ask token={token} address={place.address} />
}

function Ask({ token, address }: { token: string; address: string | null }) {
  return (
    <EmailLinkPage
      title={['Was', 'it you?']}
      lead={
        <>
          Did you sign <Masked address={address} /> up for our e-mails? If so, please confirm, and we’ll e-mail you when
          we open and when a pre-order begins.
        </>
      }
    >
      <form method="post" action="/functions/v1/confirm-sign-up">
        <Button type="submit" name="token" value={token}>
          Yes, sign me up
        </Button>
      </form>
      <p className="mt-6 max-w-[34em] text-ink-soft">
        If it wasn’t you, just close this page. We don’t e-mail anyone who hasn’t confirmed.
      </p>
    </EmailLinkPage>
  )
}

function On({ address }: { address: string | null }) {
  return (
    <EmailLinkPage
      title={['You’re', 'on the list']}
      lead={
        <>
          We’ll e-mail <Masked address={address} /> when we open and when a pre-order begins. You can unsubscribe any
          time.
        </>
      }
    >
      <Home />
    </EmailLinkPage>
  )
}

function SaidNo() {
  return (
    <EmailLinkPage
      title={['This link', 'no longer works']}
      lead="You’ve unsubscribed since we sent this e-mail. If you’ve changed your mind, please sign up again."
    >
      <Home />
    </EmailLinkPage>
  )
}

function Home() {
  return (
    <Link to="/" className={buttonLook('line')}>
      Return Home
    </Link>
  )
}
