import { siteStore } from './browser-store.ts'

// What pages know of a session without supabase-js, whose code is large.

/** The window's event when the session of this tab begins, changes or ends; other tabs get the event `storage`. */
const sessionChanged = 'session-changed'

/** supabase-js stores a session under `sb-<project>-auth-token`. */
const sessionKey = /^sb-.+-auth-token$/

function storedSession(): string | undefined {
  return siteStore.keys().find((key) => sessionKey.test(key))
}

/** Whether this browser stores a session of supabase-js. */
export function hasStoredSession(): boolean {
  return storedSession() !== undefined
}

/** The user id of the stored session; null without a session. */
export function storedUserId(): string | null {
  try {
    const id: unknown = JSON.parse(siteStore.getItem(storedSession() ?? '') ?? 'null')?.user?.id
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}

/** Removes the stored session without the client, whose code may fail to load. */
export function dropStoredSession(): void {
  for (const key of siteStore.keys()) if (sessionKey.test(key)) siteStore.removeItem(key)
}

/**
 * Calls `listener` when a session appears, changes or goes, in this tab or another. Returns the unsubscribe function.
 */
export function onSessionChange(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  window.addEventListener(sessionChanged, listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener(sessionChanged, listener)
  }
}

/** Announces to this page that the session has changed. */
export function notifySessionChange(): void {
  window.dispatchEvent(new Event(sessionChanged))
}
