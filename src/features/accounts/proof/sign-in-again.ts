import { callAccount, callAccountFunction, type Outcome } from '../client/account-requests.ts'

/** Signs in again with the password. Ends the previous session, so that the account does not collect sessions. */
export async function signInAgain(typed: { email: string; password: string }): Promise<Outcome<null>> {
  return callAccount(async ({ auth }) => {
    const { data: before } = await auth.getSession()
    const { error } = await auth.signInWithPassword(typed)
    if (error) return { data: null, error }
    const former = sessionIn(before.session?.access_token)
    // If that fails the previous session stays in the list, where the user can end it.
    if (former) await callAccountFunction('end-session', { id: former })
    return { data: null, error: null }
  })
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
