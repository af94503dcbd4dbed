import { SignJWT } from 'jose'
import { TokenError } from './token-error.ts'
import type { TokenVerifier } from './tokens.ts'

export type ApiKeys = { anonKey: string; serviceRoleKey: string }

// Fixed times make the keys a function of the secret, so every start has the same two.
const issuedAt = Date.UTC(2025, 0, 1) / 1_000
const expiresAt = Date.UTC(2055, 0, 1) / 1_000

/** The two long-lived API keys of a secret: always the same two for the same secret. */
export async function issueKeys(secret: string): Promise<ApiKeys> {
  const [anonKey, serviceRoleKey] = await Promise.all([issueKey('anon', secret), issueKey('service_role', secret)])
  return { anonKey, serviceRoleKey }
}

function issueKey(role: 'anon' | 'service_role', secret: string): Promise<string> {
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('shop')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(secret))
}

/** Whether a text is an API key: a configured one, or a token signed with the secret that is not a user's. */
export function knownKeys({ verifyToken }: TokenVerifier, configured: Array<string | undefined> = []) {
  const given = new Set(configured.filter((key) => key !== undefined))
  return async (key: string): Promise<boolean> => {
    if (given.has(key)) return true
    try {
      const { role, sub } = await verifyToken(key)
      return role !== 'authenticated' && sub === undefined
    } catch (error) {
      if (error instanceof TokenError) return false
      throw error
    }
  }
}
