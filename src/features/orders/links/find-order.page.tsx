import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/find-order.page.ts'
import { FindOrderView } from './find-order-form.tsx'

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
    <FindOrderView
      title="Find your order"
      lead="Every e-mail about your order has a link to its page. Lost it? We’ll send you a new one."
      enough="a line with your order number is enough. To withdraw, add your name."
    >
      <p>
        On that page you can see where your order is, print the receipt, change or cancel it until we start cutting, and
        send something back. You don’t need an account.
      </p>
      <p className="mt-4">
        Changed your mind about an order?{' '}
        <Link to="/withdraw" className="link text-ink">
          Withdraw from a contract
        </Link>
        .
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
    </FindOrderView>
  )
}
