import { ReceiptHead } from '#features/orders/receipt-head.tsx'
import { verses } from '#shop-verses'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'
import { useBoughtOrder, YourOrder } from './your-order.tsx'

/** Shown for a paid session in any browser; the order itself only in the browser that paid. */
export function OrderConfirmed({ sessionId }: { sessionId: string | null }) {
  const order = useBoughtOrder(sessionId)
  return (
    <>
      <ReceiptHead title="Your order is paid" />
      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-12">
        <header className="lg:col-span-7">
          <h1 className="text-masthead leading-[0.94] tracking-[-0.018em]">Order Confirmed!</h1>
          <p className="mt-7 max-w-[26em] text-ink-soft text-lead leading-[1.4]">
            Thank you for your order. We make each piece just for you.
          </p>
          {order && <YourOrder order={order} />}
          <p className={`flex flex-wrap gap-4 ${order ? 'mt-4' : 'mt-9'}`}>
            <Link to="/shop" className={buttonLook(order ? 'line' : 'solid', 'max-sm:grow')}>
              Continue Shopping
            </Link>
            <Link to="/" className={buttonLook('line', 'max-sm:grow')}>
              Return Home
            </Link>
          </p>
        </header>
        <section aria-labelledby="next" className="self-start bg-paper-deep px-7 py-8 sm:px-10 sm:py-10 lg:col-span-5">
          <h2 id="next" className="text-title leading-tight">
            What's Next?
          </h2>
          <Rule className="mt-5 text-mulberry" />
          <p className="mt-6">
            You will receive a confirmation e-mail with your order details shortly. We’ll send another with tracking
            information once your parcel is on its way.
          </p>
          <p className="mt-4">
            Nothing in your inbox after an hour? Check your junk folder or{' '}
            <Link to="/contact" className="link">
              contact us
            </Link>
            .
          </p>
        </section>
      </div>
      <Verse {...verses.thanks} className="mt-[clamp(4rem,8vw,7.5rem)] max-w-[46rem] text-mulberry lg:ml-[16.6%]" />
    </>
  )
}
