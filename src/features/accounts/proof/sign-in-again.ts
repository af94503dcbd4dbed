import { callAccount, callAccountFunction, type Outcome } from '../client/account-requests.ts'

/**
 * Signs in anew with the password. The session in hand gives way to the new one, so that no second one is left open.
 */
export async function signInAgain(typed: { email: string; password: string }): Promise<Outcome<null>> {
  return callAccount(async ({ auth }) => {
    const { data: before } = await auth.getSession()
    const { error } = await auth.signInWithPassword(typed)
    if (error) return { data: null, error }
    const former = sessionIn(before.session?.access_token)
    // Where that fails the old session is still in the list, to be ended there.
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
