import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'

/** For a URL without a payment of this shop: a message and the contact link. The cart stays as it is. */
export function NoPaymentFound() {
  return (
    <div className="max-w-[44rem]">
      <h1 className="text-display leading-[1.02] tracking-[-0.015em]">We found no payment here</h1>
      <Rule className="mt-8 text-line" />
      <p className="measure mt-7 text-ink-soft text-lead">
        Nothing has been charged by opening this page, and your cart is as you left it. If you did pay, your order is
        safe with us: you have an e-mail, or will have one soon.
      </p>
      <p className="measure mt-4 text-ink-soft text-lead">
        If something looks wrong, please{' '}
        <Link to="/contact" className="link text-ink">
          contact us
        </Link>{' '}
        and tell us the day and the amount.
      </p>
      <p className="mt-9">
        <Link to="/shop" className={buttonLook('line')}>
          Continue Shopping
        </Link>
      </p>
    </div>
  )
}
