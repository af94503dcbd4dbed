import type { Claims } from '#platform/database/db.ts'
import { TokenError } from './token-error.ts'

const roles: ReadonlySet<unknown> = new Set(['anon', 'authenticated', 'service_role'])
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const skewSeconds = 30

type Expected = { issuer?: ((issuer: string) => boolean) | undefined; now: () => number }

/**
 * The claims of a verified token. Requires `exp` and a known role, allows 30 s of clock skew, and requires a user's
 * token to name a user, this audience and this issuer. Throws a TokenError.
 */
export function checkClaims(payload: unknown, { issuer, now }: Expected): Claims {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw refused('JWT claims are not an object')
  const { exp, nbf, iat, role, aud, iss, sub } = payload as Record<string, unknown>
  const seconds = now() / 1_000
  if (!isTime(exp)) throw refused("The JWT 'exp' claim must be a number")
  if (exp + skewSeconds <= seconds) throw refused('JWT expired')
  if (nbf !== undefined && !(isTime(nbf) && nbf - skewSeconds <= seconds)) throw refused('JWT not yet valid')
  if (iat !== undefined && !(isTime(iat) && iat - skewSeconds <= seconds)) throw refused('JWT issued at future')
  if (!roles.has(role)) throw refused('The JWT role is not known here')
  if (role === 'authenticated') {
    if (typeof sub !== 'string' || !uuid.test(sub)) throw refused("The JWT 'sub' claim must be a user's id")
    if (aud !== undefined && ![aud].flat().includes('authenticated')) throw refused('JWT not in audience')
    if (iss !== undefined && issuer && !(typeof iss === 'string' && issuer(iss))) throw refused('JWT of another issuer')
  }
  return payload as Claims
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function refused(message: string): TokenError {
  return new TokenError('claims', message)
}
