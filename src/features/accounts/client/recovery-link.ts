import { type AuthResult, callAuth } from './auth-client.ts'

/** A session that somebody's letter put into the address, not yet taken up; `email`: whose it is. */
export type CarriedSession = { accessToken: string; refreshToken: string; email: string }

/** The session behind the `#` that a recovery link of another form ends with; null where there is none. */
export function readCarriedSession(hash: string): CarriedSession | null {
  const told = new URLSearchParams(hash.replace(/^#/, ''))
  const [accessToken, refreshToken] = [told.get('access_token'), told.get('refresh_token')]
  if (told.get('type') !== 'recovery' || !accessToken || !refreshToken) return null
  return { accessToken, refreshToken, email: emailIn(accessToken) }
}

/** Takes it up, once its owner has said so by choosing a password. */
export function takeUp({ accessToken, refreshToken }: CarriedSession): Promise<AuthResult<unknown>> {
  return callAuth<unknown>((auth) => auth.setSession({ access_token: accessToken, refresh_token: refreshToken }))
}

/** What a token says of itself, only to be shown: nothing is decided by it here. */
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
