import type { BlockerFunction, DataRouter } from 'react-router'
import { prepareCart } from '#features/cart/cart-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'

/**
 * Prepares a page for the loss of its connection: the code of the cart and of notices is there, and a way to another
 * page says why it does not lead there, where the browser would show its own error page.
 */
export function prepare(router: DataRouter | undefined): void {
  const whenIdle = window.requestIdleCallback ?? setTimeout
  whenIdle(prepareCart)
  whenIdle(prepareToasts)
  // `useBlocker` would be part of every page's first script.
  router?.getBlocker('without-connection', stayOffline)
}

const stayOffline: BlockerFunction = ({ currentLocation: here, nextLocation: next }) => {
  const isSamePage = here.pathname === next.pathname && here.search === next.search
  if (navigator.onLine || isSamePage) return false
  void toast({
    title: 'You’re offline',
    description: 'We can’t open that page until you’re connected again. Your cart is kept.',
    tone: 'error',
    about: 'offline',
  })
  return true
}
