import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { memo, type RefObject, useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { NoticePlace } from '#ui/notice-place.tsx'
import { Rule } from '#ui/rule.tsx'
import { closeToast } from '#ui/toast.ts'
import { useAwaitedPayment } from './awaited-payment.tsx'
import { useCart } from './cart.ts'
import css from './cart-drawer.css?inline'
import { addedToCart } from './change-cart.ts'
import { FilledCart, type FilledCartProps } from './filled-cart.tsx'
import { KeptForLater } from './order-separately.tsx'

export type CartDrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Receives the focus when the drawer closes. */
  opener: RefObject<HTMLElement | null>
}

/**
 * The cart as a side dialog. Escape, the overlay and the button close it. Once it is paid in another tab, this one shows
 * the success page.
 */
export function CartDrawer({ open, onOpenChange, opener }: CartDrawerProps) {
  const lines = useCart()
  const navigate = useNavigate()
  const isAwaited = useAwaitedPayment({
    lines,
    isShown: open,
    onPaid(sessionId) {
      close()
      void navigate(`/checkout/success?session_id=${encodeURIComponent(sessionId)}`)
    },
  })

  useEffect(() => {
    if (open) void closeToast(addedToCart)
  }, [open])

  const close = useCallback(() => onOpenChange(false), [onOpenChange])

  function returnFocus(event: Event) {
    event.preventDefault()
    opener.current?.focus()
  }

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      {/* Not in the portal, which is gone before the drawer has slid out. */}
      <style>{css}</style>
      <Dialog.Portal>
        <Dialog.Overlay className="cart-veil fixed inset-0 z-50 bg-veil" />
        <Dialog.Content aria-describedby={undefined} onCloseAutoFocus={returnFocus} className="cart-drawer">
          <div className="cart">
            <header className="cart-head">
              <Dialog.Title className="font-serif text-title leading-none">Your Cart</Dialog.Title>
              <Dialog.Close aria-label="Close cart" className="cart-step">
                <X aria-hidden="true" strokeWidth={1.25} className="size-6" />
              </Dialog.Close>
              <Rule className="basis-full text-line" />
            </header>
            <Content lines={lines} isAwaited={isAwaited} onLeave={close} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Memoised: opening and closing the drawer render nothing of it again. */
const Content = memo(function Content(cart: FilledCartProps) {
  if (cart.lines.length > 0) return <FilledCart {...cart} />
  return (
    <>
      <div className="cart-middle flex flex-col">
        <EmptyCart onLeave={cart.onLeave} />
        <KeptForLater />
      </div>
      <NoticePlace />
    </>
  )
})

/** The empty cart: a bare hanger and a link to the shop. */
function EmptyCart({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="flex grow flex-col items-center justify-center px-8 pb-20 text-center">
      <svg viewBox="0 0 160 120" aria-hidden="true" className="w-44 fill-none stroke-mulberry">
        <path
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M72 22c0-5 3.6-8.6 8.2-8.6 4.7 0 8.3 3.4 8.3 8.2 0 7-8.5 7.6-8.5 15.6l52 29c4.5 3.1 2.7 8.6-2.3 8.6H30.3c-5 0-6.8-5.5-2.3-8.6l52-29"
        />
        <path strokeWidth="1.4" strokeDasharray="6 4" className="stroke-line" d="M44 75v38m72-38v38M44 113h72" />
      </svg>
      <p className="mt-8 font-serif text-title leading-tight">Your cart is empty</p>
      <p className="mt-3 max-w-[24em] text-ink-soft">
        Anything you add stays here until you’re ready. We don’t cut anything until you order.
      </p>
      <Link to="/shop" onClick={onLeave} className={buttonLook('line', 'mt-8')}>
        See the garments
      </Link>
    </div>
  )
}
