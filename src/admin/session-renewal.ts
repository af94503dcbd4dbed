import { sendThrough } from '#platform/client/backend-client.ts'

/** Asks for a new sign-in. Returns the new access token, or null where there is none. */
type RenewSession = () => Promise<string | null>

let renewSession: RenewSession | null = null
const repeatPatienceMs = 60_000

/**
 * Sets what is done when a call is refused because its session has ended. The call waits for it and is then made once
 * more with the new token. Gives a function that unsets it.
 */
export function onSessionEnd(renew: RenewSession): () => void {
  renewSession = renew
  sendThrough(fetchAgainAfterSignIn)
  return () => {
    if (renewSession === renew) renewSession = null
  }
}

/** A new access token after a refusal, for calls that do not go through the client; null where there is none. */
export async function renewAccessToken(): Promise<string | null> {
  return renewSession ? renewSession() : null
}

async function fetchAgainAfterSignIn(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(input, init)
  // What /auth/v1 refuses is the sign-in's own matter.
  if (response.status !== 401 || String(input).includes('/auth/v1/')) return response
  const token = await renewAccessToken()
  if (!token) return response
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${token}`)
  // The caller's own time limit ran while the sign-in was awaited.
  return fetch(input, { ...init, headers, signal: AbortSignal.timeout(repeatPatienceMs) })
}
