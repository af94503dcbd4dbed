const opening = 'open-cart'

/** Opens the cart drawer of the page that is shown. Browser only. */
export function openCart(): void {
  dispatchEvent(new Event(opening))
}

/** Calls `open` whenever the drawer is to be opened; the result ends that. */
export function onCartOpening(open: () => void): () => void {
  addEventListener(opening, open)
  return () => removeEventListener(opening, open)
}
