import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'

/** For a URL without a payment of this shop: a message and the contact link. The cart stays as it is. */
export function NoPaymentFound() {
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
