import { sendThrough } from '#platform/client/backend-client.ts'

/** Requests a new sign-in. Resolves to the new access token, or null without one. */
type RenewSession = () => Promise<string | null>

let renewSession: RenewSession | null = null
const repeatPatienceMs = 60_000

/**
 * Registers the renewal that runs when a call is refused because its session has ended. The call waits for it and is
 * then repeated once with the new token. Returns a function that removes it.
 */
export function onSessionEnd(renew: RenewSession): () => void {
  renewSession = renew
  sendThrough(fetchAgainAfterSignIn)
  return () => {
    if (renewSession === renew) renewSession = null
  }
}

/** A new access token after a refusal, for calls that do not use the client; null without one. */
export async function renewAccessToken(): Promise<string | null> {
  return renewSession ? renewSession() : null
}

async function fetchAgainAfterSignIn(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(input, init)
  // A refused call to /auth/v1 belongs to the sign-in itself.
  if (response.status !== 401 || String(input).includes('/auth/v1/')) return response
  const token = await renewAccessToken()
  if (!token) return response
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${token}`)
  // The caller's time limit may have passed during the sign-in, so the repeated call gets its own.
  return fetch(input, { ...init, headers, signal: AbortSignal.timeout(repeatPatienceMs) })
}
