import { shop } from '#shop'
import { sessionChanged } from '../client/backend-client.ts'

const kept = /^sb-.+-auth-token$/

/** Whether this browser holds a session of supabase-js, which keeps it under `sb-<project>-auth-token`. */
export function hasStoredSession(): boolean {
  return Object.keys(localStorage).some((key) => kept.test(key))
}

/** The id of the user whose session this browser holds; null where it holds none. */
export function storedUserId(): string | null {
  const key = Object.keys(localStorage).find((name) => kept.test(name))
  try {
    const id: unknown = JSON.parse(localStorage.getItem(key ?? '') ?? 'null')?.user?.id
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}

const signedOutKey = `${shop.shortName}-signed-out`

/** Notes that the user is signing out, so that open tabs do not take it for a session that ended. Never throws. */
export function noteSignOut(): void {
  try {
    localStorage.setItem(signedOutKey, String(Date.now()))
  } catch {
    // A full storage must not prevent a sign-out.
  }
}

/** Whether a user of this browser has signed out since `ms`, in any tab. */
export function wasSignedOutSince(ms: number): boolean {
  return Number(localStorage.getItem(signedOutKey)) >= ms
}

/** The beginning of the storage keys of a user's unsaved forms in the back office. */
export function draftPrefix(userId: string): string {
  return `${shop.shortName}-draft/${userId}/`
}

/** Removes a user's unsaved forms from this browser. */
export function forgetDrafts(userId: string): void {
  const prefix = draftPrefix(userId)
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}

/** Takes the session away without asking anybody, for when the client cannot be had. */
export function dropStoredSession(): void {
  for (const key of Object.keys(localStorage)) if (kept.test(key)) localStorage.removeItem(key)
}

/**
 * Takes away what pages remembered about whoever signed out: which garments she looked at, and her measurements, also those
 * that go with a garment in the cart. The cart itself stays, which need not be hers.
 */
export function forgetPerson(): void {
  for (const name of ['seen', 'size']) localStorage.removeItem(`${shop.shortName}-${name}`)
  const cart = `${shop.shortName}-cart`
  const withoutAdvice = (key: string, value: unknown) => (key === 'sizeAdvice' ? undefined : value)
  try {
    const lines = localStorage.getItem(cart)
    if (lines) localStorage.setItem(cart, JSON.stringify(JSON.parse(lines, withoutAdvice)))
  } catch {
    // Somebody else's text is no cart, and holds nothing of hers.
  }
  // A storage tells other tabs by itself; what this one shows follows the same news.
  window.dispatchEvent(new StorageEvent('storage'))
}

/** Calls `tell` when a session appears or goes, in this tab or another. Gives the way to stop. */
export function onSessionChange(tell: () => void): () => void {
  window.addEventListener('storage', tell)
  window.addEventListener(sessionChanged, tell)
  return () => {
    window.removeEventListener('storage', tell)
    window.removeEventListener(sessionChanged, tell)
  }
}

/** Tells this page that the session was taken away without the client, which tells it by itself. */
export function tellSessionChange(): void {
  window.dispatchEvent(new Event(sessionChanged))
}
