const changed = 'session-changed'

/** Whether this browser holds a session of supabase-js, which keeps it under `sb-<project>-auth-token`. */
export function hasStoredSession(): boolean {
  return Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key))
}

/** Calls `tell` when a session appears or goes, in this tab or another. Gives the way to stop. */
export function onSessionChange(tell: () => void): () => void {
  window.addEventListener('storage', tell)
  window.addEventListener(changed, tell)
  return () => {
    window.removeEventListener('storage', tell)
    window.removeEventListener(changed, tell)
  }
}

/** To be called after signing in or out here: the storage event reaches only the other tabs. */
export function tellSessionChange(): void {
  window.dispatchEvent(new Event(changed))
}
