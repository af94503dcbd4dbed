import { ShoppingBag } from 'lucide-react'
import { type ComponentType, useDeferredValue, useEffect, useRef, useState } from 'react'
import { storagePrefix } from '#base/stored-value.ts'
import { siteStore } from '#platform/client/browser-store.ts'
import { afterPaint, pressMs } from '#ui/after-paint.ts'
import { useLayer } from '#ui/layers.ts'
import { toast } from '#ui/toast.ts'
import { openCartLabel } from './buying-form.ts'
import { onCartOpening, useCart } from './cart.ts'
import type { CartDrawerProps } from './cart-drawer.tsx'
import { totalItems } from './cart-lines.ts'

/**
 * Opens the cart and shows its number of pieces. Loads the drawer's code on hover or focus; Back or Escape while it loads
 * closes the cart that has not appeared yet.
 */
export function CartButton() {
  const [open, setOpen] = useState(false)
  // The press shows on the button first: drawing the drawer takes a phone longer than a frame.
  const isShown = useDeferredValue(open)
  const [Drawer, setDrawer] = useState<ComponentType<CartDrawerProps> | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const items = totalItems(useCart())
  useSettledPurchases()

  useLayer(open, () => setOpen(false))
  useEffect(() => onCartOpening(show))
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && !Drawer && setOpen(false)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [Drawer])

  function show() {
    setOpen(true)
    afterPaint(fetchDrawer)
  }

  async function fetchDrawer() {
    settleNow()
    try {
      const { CartDrawer } = await loadDrawer()
      setDrawer(() => CartDrawer)
    } catch (cause) {
      setOpen(false)
      // Without a connection that is no fault of the shop.
      if (navigator.onLine) reportError(cause)
      void toast({
        title: 'The cart didn’t open',
        description: 'Please check your connection and try again.',
        tone: 'error',
      })
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        suppressHydrationWarning
        aria-label={openCartLabel(items)}
        onClick={show}
        onPointerEnter={prepareCart}
        onFocus={prepareCart}
        className="tool relative -mr-2.5 aria-expanded:text-mulberry"
      >
        <ShoppingBag aria-hidden="true" strokeWidth={1.25} />
        {/* A text also when it is empty: before hydration the first-touch script may have written one. */}
        <span aria-hidden="true" data-badge suppressHydrationWarning className="badge">
          {items === 0 ? '' : String(items)}
        </span>
      </button>
      {Drawer && <Drawer open={isShown} onOpenChange={setOpen} opener={button} />}
    </>
  )
}

function loadDrawer(): Promise<typeof import('./cart-drawer.tsx')> {
  return import('./cart-drawer.tsx')
}

/** Loads the drawer's code ahead, not during a press; a failure shows at the click. */
export function prepareCart(): void {
  afterPaint(() => loadDrawer().catch(Object), pressMs)
}

/** Settles purchases when the page opens and when the customer returns from another tab. */
function useSettledPurchases(): void {
  useEffect(() => {
    function look() {
      if (document.visibilityState === 'visible' && mayHavePurchases()) settleNow()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/** Never rejects: on an error the cart stays as it is until the next call. */
function settleNow(): void {
  import('./purchases.ts').then(({ settlePurchases }) => settlePurchases()).catch(() => undefined)
}

/** Skips loading the code for visitors who have never paid. */
function mayHavePurchases(): boolean {
  return siteStore.getItem(`${storagePrefix}-purchases`) !== null
}
