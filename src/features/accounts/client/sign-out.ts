import { loadBackend } from '#platform/client/backend-client.ts'
import {
  dropStoredSession,
  hasStoredSession,
  notifySessionChange,
  storedUserId,
} from '#platform/client/stored-session.ts'
import { forgetDrafts, forgetPerson, noteSignOut } from './device-data.ts'

const maybeStillValid = 'You’re signed out on this device, but other devices may still be signed in.'

/**
 * Always signs out on this device, and ends the session on the server. Returns null if the server confirms it or no
 * longer has the session; otherwise the message to show: the server refused, or was unreachable.
 */
export async function signOut(): Promise<string | null> {
  const userId = storedUserId()
  noteSignOut()
  const problem = await askToSignOut()
  if (userId) forgetDrafts(userId)
  if (hasStoredSession()) endSession()
  else forgetPerson()
  return problem
}

/**
 * Removes a session that the API no longer accepts. Unlike a sign-out it keeps the user's drafts for the next sign-in.
 */
export function endSession(): void {
  dropStoredSession()
  forgetPerson()
  notifySessionChange()
}

async function askToSignOut(): Promise<string | null> {
  const unreachable = `We couldn’t reach the shop. ${maybeStillValid}`
  if (!navigator.onLine) return unreachable
  try {
    const { auth } = await loadBackend()
    const { error } = await auth.signOut({ scope: 'local' })
    if (!error) return null
    const isResponse = error.status !== undefined && error.status >= 400
    return isResponse ? `${error.message}. ${maybeStillValid}` : unreachable
  } catch {
    return unreachable
  }
}
