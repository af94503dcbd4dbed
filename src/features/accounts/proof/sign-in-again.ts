import { loadBackend } from '#platform/client/backend-client.ts'
import { callFunction } from '#platform/client/functions.ts'

/** Signs in again with the password. Ends the previous session, so that the account does not collect sessions. */
export async function signInAgain(typed: { email: string; password: string }): Promise<void> {
  const { auth } = await loadBackend()
  const { data: before } = await auth.getSession()
  const { error } = await auth.signInWithPassword(typed)
  if (error) throw error
  const former = sessionIn(before.session?.access_token)
  // If that fails the previous session stays in the list, where the user can end it.
  if (former) await callFunction('end-session', { id: former }).catch(() => undefined)
}

function sessionIn(token: string | undefined): string | null {
  const [, body = ''] = token?.split('.') ?? []
  try {
    const { session_id: id } = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}
