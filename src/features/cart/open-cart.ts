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
