import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { cart, openCart } from '#features/cart/cart.ts'
import { pageBeforePayment, settlePurchases, stopWaiting } from '#features/cart/purchases.ts'
import { keepsSession, siteStore } from '#platform/client/browser-store.ts'
import { shop } from '#shop'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { unlistedHeaders, unlistedTags } from '#ui/secret-page.ts'
import { toast } from '#ui/toast.ts'

export const headers = () => unlistedHeaders

export function meta() {
  return [{ title: `Payment cancelled – ${shop.name}` }, ...unlistedTags]
}

const cancelled = { title: 'Payment cancelled', description: 'Your cart is as you left it.' } as const
const cancelledWithoutStorage = {
  title: 'Payment cancelled',
  description: 'You haven’t been charged. Your browser isn’t storing anything for us, so we can’t show your cart here.',
} as const

/**
 * The target of Cancel on the payment page. A script returns to the page where the cart was open, which only the
 * browser stores; the rendered page is for browsers without JavaScript.
 */
export default function CancelledPage() {
  const navigate = useNavigate()

  useEffect(() => {
    let isShown = true
    async function goBack() {
      // The customer may have paid in another tab: those lines leave the cart.
      await settlePurchases()
      stopWaiting()
      if (!isShown) return
      await navigate(pageBeforePayment(window.location.origin), { replace: true })
      if (cart.get().length === 0) return keepsSession(siteStore) ? undefined : toast(cancelledWithoutStorage)
      openCart()
      await toast(cancelled)
    }
    goBack().catch(reportError)
    return () => {
      isShown = false
    }
  }, [navigate])

  return (
    <div className="page min-h-[60svh] pt-[clamp(2.5rem,6vw,5.5rem)]">
      <h1 className="text-display leading-[1.02] tracking-[-0.015em]">Payment cancelled</h1>
      <Rule className="mt-8 text-line" />
      <p className="measure mt-7 text-ink-soft text-lead">You haven’t been charged, and your cart is as you left it.</p>
      <p className="mt-9">
        <Link to="/shop" className={buttonLook('line')}>
          Back to the shop
        </Link>
      </p>
    </div>
  )
}
