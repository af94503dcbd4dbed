import { sessionChanged } from './backend-client.ts'

/** supabase-js stores a session under `sb-<project>-auth-token`. */
const sessionKey = /^sb-.+-auth-token$/

/** Whether this browser stores a session of supabase-js. */
export function hasStoredSession(): boolean {
  return Object.keys(localStorage).some((key) => sessionKey.test(key))
}

/** The user id of the stored session; null without a session. */
export function storedUserId(): string | null {
  const key = Object.keys(localStorage).find((name) => sessionKey.test(name))
  try {
    const id: unknown = JSON.parse(localStorage.getItem(key ?? '') ?? 'null')?.user?.id
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}

/** Removes the stored session without the client, whose code may fail to load. */
export function dropStoredSession(): void {
  for (const key of Object.keys(localStorage)) if (sessionKey.test(key)) localStorage.removeItem(key)
}

/** Calls `listener` when a session appears, changes or goes, in this tab or another. Returns the unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  window.addEventListener(sessionChanged, listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener(sessionChanged, listener)
  }
}

/** Announces to this page that the session was removed without the client, which announces its own changes. */
export function notifySessionChange(): void {
  window.dispatchEvent(new Event(sessionChanged))
}
