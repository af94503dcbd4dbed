import {
  BrokenLink,
  EmailLinkPage,
  emailLinkHeaders,
  Masked,
  placeOrUnavailable,
} from '#features/subscribers/email-link-page.tsx'
import { postTo } from '#platform/client/endpoints.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { emailPageMeta } from '#ui/secret-page.ts'
import type { Route } from './+types/waitlist.page.ts'

const ways = ['leave', 'never'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const left = ways.find((way) => way === query.get('left'))
  if (left) return { left }
  const token = query.get('token') ?? ''
  const { data: place, error } = await postTo(context.get(backendContext), 'waiting-place', { token })
  const problem = error?.context?.status === 400 ? 'no-such-link' : 'unavailable'
  return placeOrUnavailable(place ? { token, place } : problem, context)
}

export const headers = () => emailLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) => emailPageMeta('Waiting list', '/waiting-list', matches)

/**
 * The page of waitlist e-mail links. It waits for a press, since mail scanners follow every link; each button submits a
 * plain form, so it works in any browser.
 */
export default function WaitlistPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <BrokenLink wish="we’ll take it off the list" />
  if ('left' in loaderData) return <Left isForGood={loaderData.left === 'never'} />
  const { token, place } = loaderData
  if (place.state === 'gone') return <Left isForGood={false} />
  return place.state === 'unconfirmed' ? <Ask token={token} place={place} /> : <Stand token={token} place={place} />
}

type Props = Extract<NonNullable<Route.ComponentProps['loaderData']>, { place: unknown }>

function Ask({ token, place }: Props) {
  return (
    <EmailLinkPage
      title={['Was', 'it you?']}
      lead={
        <>
          Did you ask us to e-mail <Masked address={place.address} /> when you can order {nameOf(place)} again? If so,
          please confirm.
        </>
      }
    >
      <form method="post" action="/functions/v1/confirm-waiting">
        <Button type="submit" name="token" value={token}>
          Yes, tell me
        </Button>
      </form>
      <p className="mt-6 mb-5 max-w-[34em] text-ink-soft">
        If it wasn’t you, just close this page and we won’t e-mail you. Or take the address off now.
      </p>
      <Say token={token} what="leave">
        It wasn’t me
      </Say>
    </EmailLinkPage>
  )
}

function Stand({ token, place }: Props) {
  const { garment, state, address } = place
  return (
    <EmailLinkPage
      title={state === 'told' ? ['We’ve', 'e-mailed you'] : ['We’ll', 'let you know']}
      lead={
        state === 'told' ? (
          <>
            We e-mailed <Masked address={address} /> when {nameOf(place)} was back. We delete the address from this list
            within a week of that.
          </>
        ) : (
          <>
            We’ll e-mail <Masked address={address} /> when you can order {nameOf(place)} again, and use the address for
            nothing else.
          </>
        )
      }
    >
      <div className="grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:max-w-4xl">
        <section>
          <h2 className="text-name leading-tight">No longer interested?</h2>
          <p className="mt-2 mb-5 max-w-[26em] text-ink-soft">We’ll delete the address from this list now.</p>
          <Say token={token} what="leave">
            Leave the list
          </Say>
        </section>
        <section>
          <h2 className="text-name leading-tight">No e-mails at all?</h2>
          <p className="mt-2 mb-5 max-w-[26em] text-ink-soft">
            We won’t e-mail this address again, except about your own orders.
          </p>
          <Say token={token} what="never">
            Never e-mail this address
          </Say>
        </section>
      </div>
      {garment && (
        <p className="mt-10">
          <Link to={`/product/${garment.slug}`} className="link">
            See the {garment.name}
          </Link>
        </p>
      )}
    </EmailLinkPage>
  )
}

function Left({ isForGood }: { isForGood: boolean }) {
  return (
    <EmailLinkPage
      title={['You’re', 'off the list']}
      lead={
        isForGood
          ? 'We won’t e-mail this address again, except about your own orders.'
          : 'We’ve deleted the address from this list and won’t e-mail you about the garment. You can join again on its page any time.'
      }
    >
      <Link to="/shop" className={buttonLook('line')}>
        Back to the shop
      </Link>
    </EmailLinkPage>
  )
}

function nameOf({ garment }: Props['place']): string {
  return garment ? `the ${garment.name}` : 'the garment'
}

function Say({ token, what, children }: { token: string; what: (typeof ways)[number]; children: string }) {
  return (
    <form method="post" action={`/functions/v1/leave-waiting-list?token=${token}`}>
      <Button type="submit" name="say" value={what} tone="line">
        {children}
      </Button>
    </form>
  )
}
