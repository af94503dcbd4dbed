import { loadBackend } from '#infrastructure/backend-client.ts'
import { dropStoredSession, forgetPerson, hasStoredSession, tellSessionChange } from './stored-session.ts'

/**
 * Ends this browser's session and tells the page. Gives null when nobody is signed in here any more, also where the shop
 * could not be reached; else what stood in the way.
 */
export async function signOut(): Promise<string | null> {
  const message = await askToSignOut()
  if (!hasStoredSession()) {
    forgetPerson()
    return null
  }
  if (message !== null) return message
  dropStoredSession()
  forgetPerson()
  tellSessionChange()
  return null
}

/** What the shop said against it. Without a connection the client itself may be missing: then there is nobody to ask. */
async function askToSignOut(): Promise<string | null> {
  if (!navigator.onLine) return null
  try {
    const { auth } = await loadBackend()
    const { error } = await auth.signOut({ scope: 'local' })
    const isAnswer = error?.status !== undefined && error.status >= 400 && error.status < 500
    return isAnswer ? error.message : null
  } catch {
    return null
  }
}
