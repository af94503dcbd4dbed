import { loadBackend } from '#infrastructure/backend-client.ts'
import { dropStoredSession, forgetPerson, hasStoredSession, tellSessionChange } from './stored-session.ts'

const maybeStillValid = 'You have been signed out on this device, but the session may still be valid elsewhere.'

/**
 * Signs out on this device, always, and ends the session on the server. Returns null when the server confirmed it (or no
 * longer knew the session); else the message to show: the server refused, or could not be reached.
 */
export async function signOut(): Promise<string | null> {
  const problem = await endSession()
  if (hasStoredSession()) {
    dropStoredSession()
    tellSessionChange()
  }
  forgetPerson()
  return problem
}

async function endSession(): Promise<string | null> {
  const unreachable = `The shop could not be reached. ${maybeStillValid}`
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
