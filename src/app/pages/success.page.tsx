import { useCallback, useLayoutEffect } from 'react'
import { finishPurchase } from '#features/cart/purchases.ts'
import { fetchPaymentStatus } from '#features/checkout/payment-status.ts'
import { usePaymentStatus } from '#features/checkout/use-payment-status.ts'
import { draftIn } from '#features/content/documents/read-documents.ts'
import { readSlots } from '#features/content/documents/read-slots.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { secretPageHeaders, unlistedTags } from '#ui/secret-page.ts'
import type { Route } from './+types/success.page.ts'
import { OrderConfirmed } from './order-confirmed.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const sessionId = new URL(request.url).searchParams.get('session_id')
  const words = await readSlots({ context, request }, 'success')
  const draft = await draftIn({ context, request })
  if (draft?.path === 'success') return { sessionId: null, words, rendered: 'paid' as const }
  return { sessionId, words, rendered: await fetchPaymentStatus(context.get(backendContext), sessionId) }
}

/** The URL contains a session id: no caching, no referrer, no indexing. */
export const headers = () => secretPageHeaders

const titles = { paid: 'Order Confirmed', confirming: 'Confirming your payment', none: 'No payment found' } as const

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${titles[loaderData?.rendered ?? 'none']} – ${shop.name}` },
  ...unlistedTags,
]

export default function SuccessPage({ loaderData: { sessionId, words, rendered } }: Route.ComponentProps) {
  const finish = useCallback(() => {
    if (sessionId !== null) finishPurchase(sessionId)
  }, [sessionId])
  const { status, slow } = usePaymentStatus(sessionId, { rendered, onPaid: finish })

  // The server-rendered page has no script state yet.
  useLayoutEffect(() => {
    if (status === 'paid') finish()
  }, [status, finish])

  return (
    <div aria-live="polite" className="page min-h-[60svh] pt-[clamp(2.5rem,6vw,5.5rem)]">
      {status === 'paid' && <OrderConfirmed sessionId={sessionId} words={words} />}
      {status === 'confirming' && <PaymentConfirming sessionId={sessionId} slow={slow} />}
      {status === 'none' && <NoPaymentFound />}
    </div>
  )
}

/** For a URL without a payment of this shop: a message and the contact link. The cart stays as it is. */
function NoPaymentFound() {
  return (
    <div className="max-w-[44rem]">
      <h1 className="text-display leading-[1.02] tracking-[-0.015em]">We couldn’t find a payment</h1>
      <Rule className="mt-8 text-line" />
      <p className="measure mt-7 text-ink-soft text-lead">
        Opening this page hasn’t charged you, and your cart is as you left it. If you did pay, your order is safe and a
        confirmation e-mail is on its way.
      </p>
      <p className="measure mt-4 text-ink-soft text-lead">
        If something looks wrong, please{' '}
        <Link to="/contact" className="link text-ink">
          contact us
        </Link>{' '}
        and tell us the date and the amount.
      </p>
      <p className="mt-9">
        <Link to="/shop" className={buttonLook('line')}>
          Continue Shopping
        </Link>
      </p>
    </div>
  )
}

/** Shown while the provider confirms the payment; the page then becomes the confirmation. */
function PaymentConfirming({ sessionId, slow }: { sessionId: string | null; slow: boolean }) {
  return (
    <div className="max-w-[44rem]">
      <h1 className="text-display leading-[1.02] tracking-[-0.015em]">Confirming your payment…</h1>
      <Rule className="mt-8 animate-pulse text-mulberry" />
      {slow ? (
        <p className="measure mt-7 text-ink-soft text-lead">
          This is taking longer than usual, as some ways to pay do. You can close this page: we’ll e-mail you as soon as
          your payment is confirmed. Please don’t pay again. If you haven’t had an e-mail within a day, please{' '}
          <Link to="/contact" className="link text-ink">
            contact us
          </Link>
          .
        </p>
      ) : (
        <p className="measure mt-7 text-ink-soft text-lead">
          This usually takes a few seconds, and the page updates by itself. Please don’t pay again.
        </p>
      )}
      <noscript>
        <p className="mt-6">
          <a href={`?session_id=${encodeURIComponent(sessionId ?? '')}`} className="link">
            Check again
          </a>
        </p>
      </noscript>
    </div>
  )
}
