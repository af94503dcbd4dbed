import { storagePrefix, storedValue, useStoredValue } from '#base/stored-value.ts'
import { type CartLine, parseCart } from './cart-lines.ts'

export const cartKey = () => `${storagePrefix}-cart`

/** The cart of this browser, shared by its tabs. */
export const cart = storedValue({ key: cartKey(), parse: parseCart })

/** The cart's lines; empty on the server and in the first render. */
export function useCart(): CartLine[] {
  return useStoredValue(cart)
}

const opening = 'open-cart'

/** Opens the current page's cart drawer. Browser only. */
export function openCart(): void {
  dispatchEvent(new Event(opening))
}

/** Subscribes to `openCart`; returns the unsubscribe function. */
export function onCartOpening(open: () => void): () => void {
  addEventListener(opening, open)
  return () => removeEventListener(opening, open)
}
