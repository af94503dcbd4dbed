import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type RefObject, useEffect } from 'react'
import { Rule } from '#ui/rule.tsx'
import { closeToast, isOnNotice } from '#ui/toast.ts'
import { useCart } from './cart.ts'
import { addedToCart } from './change-cart.ts'
import { EmptyCart } from './empty-cart.tsx'
import { FilledCart } from './filled-cart.tsx'
import { KeptForLater } from './kept-for-later.tsx'
import './cart-drawer.css'

export type CartDrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Receives the focus when the drawer closes. */
  opener: RefObject<HTMLElement | null>
}

/** The cart as a side dialog. Escape, the overlay and the button close it. */
export function CartDrawer({ open, onOpenChange, opener }: CartDrawerProps) {
  const lines = useCart()

  useEffect(() => {
    if (open) void closeToast(addedToCart)
  }, [open])

  function close() {
    onOpenChange(false)
  }

  function returnFocus(event: Event) {
    event.preventDefault()
    opener.current?.focus()
  }

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="cart-veil fixed inset-0 z-50 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={(event) => isOnNotice(event) && event.preventDefault()}
          className="cart-drawer fixed inset-y-0 right-0 z-50 flex w-full max-w-[30rem] flex-col bg-paper text-ink shadow-dialog outline-none [@media(height<30rem)]:overflow-y-auto"
        >
          <header className="flex items-center justify-between pt-3 pr-3 pb-2 pl-6">
            <Dialog.Title className="font-serif text-title leading-none">Your Cart</Dialog.Title>
            <Dialog.Close
              aria-label="Close cart"
              className="inline-flex size-11 items-center justify-center hover:text-mulberry"
            >
              <X aria-hidden="true" strokeWidth={1.25} className="size-6" />
            </Dialog.Close>
          </header>
          <div className="px-6">
            <Rule />
          </div>
          {lines.length === 0 ? (
            <>
              <EmptyCart onLeave={close} />
              <div className="px-6">
                <KeptForLater />
              </div>
            </>
          ) : (
            <FilledCart lines={lines} onLeave={close} />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
