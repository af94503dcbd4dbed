import type { SupabaseClient } from '@supabase/supabase-js'
import { QueryClientProvider } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { AddSection } from '#features/checkout/joins/add-section.tsx'
import type { PolicyAt } from '#features/content/documents/policy-versions.contract.ts'
import { CancelOrder } from '#features/orders/account/cancel-order.tsx'
import { mayCancel, withdrawalOf } from '#features/orders/account/my-orders.ts'
import { ChangeSection } from '#features/orders/changes/change-section.tsx'
import { FindOrderForm } from '#features/orders/links/find-order-form.tsx'
import { isOver } from '#features/orders/links/order-period.ts'
import { NoOrderPage } from '#features/orders/page/no-order-page.tsx'
import { type OrderPage, readOrderPage } from '#features/orders/page/order-page.ts'
import { OrderPageView } from '#features/orders/page/order-page-view.tsx'
import { ReturnsSection } from '#features/orders/returns/returns-section.tsx'
import { readReviewPath } from '#features/reviews/writing/review-page.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { call } from '#platform/client/functions.ts'
import { queryClient } from '#platform/client/query-client.ts'
import { backendContext, clockContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { AccountSection } from '#ui/account-section.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { secretPageHeaders, unlistedTags } from '#ui/secret-page.ts'
import type { Route } from './+types/order.page.ts'

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const backend = context.get(backendContext)
  const [found, reviewPath] = await Promise.all([readOrderPage(backend, token), readReviewPath(backend, token)])
  const policies = typeof found === 'object' ? await readPolicies(backend, found.order.orderedAt) : []
  return { token, found, reviewPath, policies, now: context.get(clockContext)().toISOString() }
}

/** The versions that the buyer agreed to; none where they could not be read: the order’s page is whole without. */
async function readPolicies(backend: SupabaseClient, at: string): Promise<PolicyAt[]> {
  return (await getFrom(backend, 'policies-at', { at })).data?.policies ?? []
}

/** The URL grants access to the order: no cache stores the page, no search engine lists it, no referrer names it. */
export const headers = () => secretPageHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const found = loaderData?.found
  const title = typeof found === 'object' ? `Your order ${found.order.number}` : 'Your order'
  return [{ title: `${title} – ${shop.name}` }, ...unlistedTags]
}

/** The page of one order, for the holder of the link in its e-mails. */
export default function OrderOfLinkPage({
  loaderData: { token, found, reviewPath, policies, now },
}: Route.ComponentProps) {
  if (typeof found === 'string') {
    return (
      <NoOrderPage found={found}>
        {found === 'unknown' && (
          <div className="max-w-[36rem]">
            <FindOrderForm />
          </div>
        )}
      </NoOrderPage>
    )
  }
  return (
    <QueryClientProvider client={queryClient}>
      <OpenOrder token={token} page={found} reviewPath={reviewPath} policies={policies} now={new Date(now)} />
    </QueryClientProvider>
  )
}

type OpenOrderProps = {
  token: string
  page: OrderPage
  /** Of its review page; null until it has arrived. */
  reviewPath: string | null
  policies: PolicyAt[]
  now: Date
}

function OpenOrder({ token, page, reviewPath, policies, now }: OpenOrderProps) {
  const { order, withdrawUntil, work, exchanges } = page
  const exchangeFor = exchanges.find(({ return_id }) => return_id === null) ?? null
  const heading = useRef<HTMLHeadingElement>(null)
  const { revalidate } = useRevalidator()
  return (
    <OrderPageView order={order} exchangeFor={exchangeFor} work={work} now={now} heading={heading}>
      <ChangeSection token={token} page={page} onChanged={revalidate} />
      <AddSection token={token} page={page} />
      {mayCancel(order) && (
        <AccountSection
          id="cancel"
          title="Cancel"
          note={
            exchangeFor
              ? 'Until we start cutting, you can cancel the exchange. We then refund what you returned.'
              : 'Until we start cutting, you can cancel and get everything back, including delivery.'
          }
        >
          <CancelOrder
            order={order}
            heading={heading}
            send={() => call('cancel-order-by-link', { token })}
            onChanged={revalidate}
          />
        </AccountSection>
      )}
      {reviewPath && !withdrawalOf(order) && (
        <AccountSection id="review" title="Your review" note="Good or bad, it helps others choose their size.">
          <p className="max-w-[34em]">How did {order.lines.length === 1 ? 'it' : 'they'} turn out?</p>
          <Link to={reviewPath} className={buttonLook('line', 'mt-4')}>
            Write a review
          </Link>
        </AccountSection>
      )}
      <ReturnsSection
        token={token}
        page={page}
        isOver={withdrawUntil !== null && isOver(new Date(withdrawUntil), now)}
        onChanged={revalidate}
      />
      {policies.length > 0 && (
        <AccountSection id="terms" title="Your terms" note="As they were on the day you ordered.">
          <ul>
            {policies.map(({ path, number, name }) => (
              <li key={path}>
                <Link
                  to={`/versions${path}/${number}?at=${order.orderedAt}`}
                  className="inline-flex min-h-11 items-center"
                >
                  <span className="link">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </AccountSection>
      )}
    </OrderPageView>
  )
}
