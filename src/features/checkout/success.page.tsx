import { useCallback, useLayoutEffect } from 'react'
import { finishPurchase } from '#features/cart/purchases.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import type { Route } from './+types/success.page.ts'
import { NoPaymentFound } from './no-payment-found.tsx'
import { OrderConfirmed } from './order-confirmed.tsx'
import { PaymentConfirming } from './payment-confirming.tsx'
import { fetchPaymentStatus } from './payment-status.ts'
import { usePaymentStatus } from './use-payment-status.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const sessionId = new URL(request.url).searchParams.get('session_id')
  return { sessionId, rendered: await fetchPaymentStatus(context.get(backendContext), sessionId) }
}

/** The URL contains a session id: no caching, no referrer, no indexing. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }
}

const titles = { paid: 'Order Confirmed', confirming: 'Confirming your payment', none: 'No payment found' } as const

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${titles[loaderData?.rendered ?? 'none']} – ${shop.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function SuccessPage({ loaderData: { sessionId, rendered } }: Route.ComponentProps) {
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
      {status === 'paid' && <OrderConfirmed sessionId={sessionId} />}
      {status === 'confirming' && <PaymentConfirming sessionId={sessionId} slow={slow} />}
      {status === 'none' && <NoPaymentFound />}
    </div>
  )
}
