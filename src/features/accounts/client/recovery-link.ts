import { type AuthResult, callAuth } from './auth-client.ts'

/**
 * A session that a recovery link carried in the URL and that is not stored yet; `email`: the address of its account.
 */
export type CarriedSession = { accessToken: string; refreshToken: string; email: string }

/** The session in the fragment of a recovery link, for links that carry one; otherwise null. */
export function readCarriedSession(hash: string): CarriedSession | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const [accessToken, refreshToken] = [params.get('access_token'), params.get('refresh_token')]
  if (params.get('type') !== 'recovery' || !accessToken || !refreshToken) return null
  return { accessToken, refreshToken, email: emailIn(accessToken) }
}

/** Stores the session, after the user has confirmed it by choosing a password. */
export function storeSession({ accessToken, refreshToken }: CarriedSession): Promise<AuthResult<unknown>> {
  return callAuth<unknown>((auth) => auth.setSession({ access_token: accessToken, refresh_token: refreshToken }))
}

/** The e-mail address in an unverified token, for display only. */
function emailIn(token: string): string {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(decodeURIComponent(escapeBytes(atob(part))))
    return claims && typeof claims === 'object' && 'email' in claims ? String(claims.email) : ''
  } catch {
    return ''
  }
}

function escapeBytes(bytes: string): string {
  return [...bytes].map((byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
}
