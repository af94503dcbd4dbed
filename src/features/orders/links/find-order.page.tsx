import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/find-order.page.ts'
import { FindOrderForm } from './find-order-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Find your order',
    description:
      'Lost the link to your order? Get a new one, or withdraw from the order, with your order number and e-mail.',
    path: '/find-order',
    siteUrl: siteUrlOf(matches),
  })

/** A new link to the page of an order, and a withdrawal without one. */
export default function FindOrderPage() {
  return (
    <div className="page min-h-[60svh] pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid items-end gap-x-12 gap-y-5 lg:grid-cols-12">
        <h1 className="wrap-any text-masthead leading-[0.94] tracking-[-0.018em] lg:col-span-7">Find your order</h1>
        <p className="max-w-[28em] text-ink-soft text-lead leading-[1.4] lg:col-span-5 lg:pb-2">
          Every e-mail about your order has a link to its page. Lost it? We’ll send you a new one.
        </p>
      </header>
      <div className="mt-[clamp(2.25rem,4vw,3.75rem)] grid gap-x-12 gap-y-12 border-line border-t pt-[clamp(2.5rem,4.6vw,4.25rem)] lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-7">
          <noscript>
            <p className="mb-6">
              This form needs JavaScript. Without it, write to{' '}
              <a href={`mailto:${shop.email}`} className="link">
                {shop.email}
              </a>
              : a line with your order number is enough, even to withdraw.
            </p>
          </noscript>
          <FindOrderForm />
        </div>
        <aside className="text-ink-soft lg:col-span-4 lg:col-start-9" aria-label="Other ways">
          <p>
            On that page you can see where your order is, print the receipt, change or cancel it until we start cutting,
            and send something back. You don’t need an account.
          </p>
          <p className="mt-4">
            If you have an account, your orders are in{' '}
            <Link to="/account" className="link text-ink">
              Your account
            </Link>
            . Anything else?{' '}
            <Link to="/contact" className="link text-ink">
              Write to us
            </Link>
            .
          </p>
        </aside>
      </div>
    </div>
  )
}
