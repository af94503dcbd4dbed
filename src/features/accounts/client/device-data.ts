import { boardPressesKey, draftPrefix, storagePrefix } from '#base/stored-value.ts'
import { siteStore, tabStore } from '#platform/client/browser-store.ts'

const signedOutKey = `${storagePrefix}-signed-out`

/** Stores the time of a sign-out, so that other open tabs can tell it from an expired session. */
export function noteSignOut(): void {
  siteStore.setItem(signedOutKey, String(Date.now()))
}

/** Whether a user of this browser has signed out since `ms`, in any tab. */
export function wasSignedOutSince(ms: number): boolean {
  return Number(siteStore.getItem(signedOutKey)) >= ms
}

/**
 * Removes a user's unsaved forms from this tab, and from the browser those of a former version and the presses on the
 * board that were not sent.
 */
export function forgetDrafts(userId: string): void {
  siteStore.removeItem(boardPressesKey)
  const prefix = draftPrefix(userId)
  for (const store of [tabStore, siteStore]) {
    for (const key of store.keys()) if (key.startsWith(prefix)) store.removeItem(key)
  }
}

/**
 * Removes what pages stored about the user who signs out: the garments viewed, a gift note, and the measurements and
 * heights, also those of cart lines. The cart and the saved garments stay, since another visitor of this browser may
 * have chosen them.
 */
export function forgetPerson(): void {
  for (const name of ['seen', 'size', 'height', 'heel', 'gift-note']) siteStore.removeItem(`${storagePrefix}-${name}`)
  const isPrivate = (key: string) => ['sizeAdvice', 'heightCm', 'heelCm'].includes(key)
  const withoutDetails = (key: string, value: unknown) => (isPrivate(key) ? undefined : value)
  for (const cart of [`${storagePrefix}-cart`, `${storagePrefix}-cart-later`]) {
    try {
      const lines = siteStore.getItem(cart)
      if (lines) siteStore.setItem(cart, JSON.stringify(JSON.parse(lines, withoutDetails)))
    } catch {
      // A value that is not JSON is not a cart and contains no measurements.
    }
  }
  // The browser sends `storage` to the other tabs only; this tab's components listen to the same event.
  window.dispatchEvent(new StorageEvent('storage'))
}
