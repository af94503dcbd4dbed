import { backendContext } from '#platform/pages/page-context.ts'
import { Button } from '#ui/button.tsx'
import { emailPageMeta } from '#ui/secret-page.ts'
import type { Route } from './+types/unsubscribe.page.ts'
import {
  BrokenLink,
  EmailLinkPage,
  emailLinkHeaders,
  fetchPlace,
  Masked,
  placeOrUnavailable,
} from './email-link-page.tsx'
import { testToken } from './test-token.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  if (new URL(request.url).searchParams.get('token') === testToken) return 'test'
  const place = await fetchPlace(context.get(backendContext), request.url)
  return placeOrUnavailable(place, context)
}

export const headers = () => emailLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) => emailPageMeta('Unsubscribe', '/unsubscribe', matches)

/**
 * The page of the unsubscribe link. It waits for a press, since mail scanners follow every link. Each button submits a
 * plain form, so it works in any browser.
 */
export default function UnsubscribePage({ loaderData }: Route.ComponentProps) {
  if (loaderData === 'test') return <OfTest />
  if (!loaderData) return <BrokenLink wish="we’ll take it off the list" />
  const { token, place } = loaderData
  return place.state === 'off' ? <Off token={token} place={place} /> : <Leave token={token} place={place} />
}

type Props = Exclude<NonNullable<Route.ComponentProps['loaderData']>, 'test'>

function OfTest() {
  return (
    <EmailLinkPage title={['This was', 'a test e-mail']} lead="In the real e-mail, this link unsubscribes.">
      <p className="measure">Nothing has changed, and no one has been unsubscribed.</p>
    </EmailLinkPage>
  )
}

function Leave({ token, place }: Props) {
  return (
    <EmailLinkPage
      title={['No more', 'e-mails?']}
      lead={
        <>
          Unsubscribe <Masked address={place.address} /> and we’ll stop e-mailing you about our opening and pre-orders.
        </>
      }
    >
      <Say token={token} what="unsubscribed" tone="solid">
        Unsubscribe
      </Say>
      <p className="mt-6 max-w-[34em] text-ink-soft">
        You’ll still get e-mails about your own orders, such as a confirmation or a tracking number.
      </p>
    </EmailLinkPage>
  )
}

function Off({ token, place }: Props) {
  return (
    <EmailLinkPage
      title={['You’re', 'off the list']}
      lead={
        <>
          We won’t e-mail <Masked address={place.address} /> again, except about your own orders.
        </>
      }
    >
      <div className="grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:max-w-4xl">
        {place.may_take_back && (
          <section>
            <h2 className="text-name leading-tight">Didn’t mean to?</h2>
            <p className="mt-2 mb-5 max-w-[26em] text-ink-soft">We’ll put you back on the list.</p>
            <Say token={token} what="mistake">
              Sign me up again
            </Say>
          </section>
        )}
        {place.complained ? (
          <p className="max-w-[30em]">
            Thank you for telling us. We’ve let the shop’s owner know, and this address won’t be added again unless you
            do it.
          </p>
        ) : (
          place.address !== null && (
            <section>
              <h2 className="text-name leading-tight">Never signed up?</h2>
              <p className="mt-2 mb-5 max-w-[26em] text-ink-soft">
                Someone else must have given us your address. Tell us and the shop’s owner will look into it.
              </p>
              <Say token={token} what="complaint">
                I never signed up
              </Say>
            </section>
          )
        )}
      </div>
    </EmailLinkPage>
  )
}

type SayProps = { token: string; what: string; tone?: 'solid' | 'line'; children: string }

function Say({ token, what, tone = 'line', children }: SayProps) {
  return (
    <form method="post" action={`/functions/v1/unsubscribe?token=${token}`}>
      <Button type="submit" name="say" value={what} tone={tone}>
        {children}
      </Button>
    </form>
  )
}
