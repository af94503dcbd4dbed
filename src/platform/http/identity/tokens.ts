import { type CryptoKey, compactVerify, decodeProtectedHeader, SignJWT } from 'jose'
import type { Claims } from '#platform/database/db.ts'

/** The public keys access tokens are signed with, looked up by equality of `kid`. */
export type KeySet = { find(kid: string): Promise<{ key: CryptoKey; algorithm: 'ES256' | 'RS256' } | null> }

export type TokenVerifier = {
  /** Refuses with a TokenError: `unverified` (not a JWT of ours), `claims` (expired, not yet valid, another issuer). */
  verifyToken(token: string): Promise<Claims>
  /** The payload of a token that one of our keys signed, without a check of its claims. */
  verifySignature(token: string): Promise<Record<string, unknown>>
}

type VerifierOptions = {
  /** JWT_SECRET: signs API keys, and access tokens where HS256 is configured. */
  secret: string
  keys?: KeySet
  /** Whether a user's token may name this issuer. A token that names none passes. */
  issuer?: (issuer: string) => boolean
  now?: () => number
}

const mostKnown = 1_000
const longest = 8_192

/** A key that verifies a token; of HS256 the secret's own, which cannot end while the program runs. */
type VerifyingKey = { key: CryptoKey | Uint8Array; algorithm: string }
type Known = { claims: Claims; key: VerifyingKey['key'] }

/**
 * Verifies bearers. The key determines the algorithm, never the token: HS256 with the secret only, ES256 or RS256 with
 * the key of `kid`. Verified tokens are cached until they expire or their key ends, so a caller's signature is checked
 * once for each key; refused tokens are not cached.
 */
export function createTokenVerifier({ secret, keys, issuer, now = Date.now }: VerifierOptions): TokenVerifier {
  const symmetric = new TextEncoder().encode(secret)
  const known = new Map<string, Known>()

  /** The key that is valid now for the token's header. */
  async function findKey(token: string): Promise<VerifyingKey> {
    const { alg, kid, typ } = header(token)
    if (typ !== undefined && String(typ).toUpperCase() !== 'JWT') throw wrongKey()
    if (alg === 'HS256') return { key: symmetric, algorithm: 'HS256' }
    const found = typeof kid === 'string' && keys ? await keys.find(kid) : null
    if (!found || found.algorithm !== alg) throw wrongKey()
    return found
  }

  return {
    async verifySignature(token) {
      const payload = parsePayload(await check(token, await findKey(token)))
      if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
        throw new TokenError('claims', 'JWT claims are not an object')
      return payload as Record<string, unknown>
    },
    async verifyToken(token) {
      const before = known.get(token)
      known.delete(token)
      const key = await findKey(token)
      const payload = before?.key === key.key ? before.claims : parsePayload(await check(token, key))
      const claims = checkClaims(payload, { issuer, now })
      if (known.size >= mostKnown) forgetOldest(known)
      known.set(token, { claims, key: key.key })
      return claims
    },
  }
}

function forgetOldest(known: Map<string, Known>): void {
  const oldest = known.keys().next()
  if (!oldest.done) known.delete(oldest.value)
}

function header(token: string) {
  if (token === '') throw new TokenError('malformed', 'Empty JWT is sent in Authorization header')
  if (token.length > longest) throw new TokenError('malformed', 'JWT is too long')
  const parts = token.split('.').length
  if (parts !== 3) throw new TokenError('malformed', `Expected 3 parts in JWT; got ${parts}`)
  try {
    return decodeProtectedHeader(token)
  } catch (cause) {
    throw new TokenError('malformed', 'JWT header cannot be decoded', { cause })
  }
}

async function check(token: string, { key, algorithm }: VerifyingKey): Promise<Uint8Array> {
  try {
    return (await compactVerify(token, key, { algorithms: [algorithm] })).payload
  } catch (cause) {
    throw new TokenError('unverified', 'JWT cryptographic operation failed', { cause })
  }
}

function wrongKey(): TokenError {
  return new TokenError('unverified', 'No suitable key or wrong key type')
}

function parsePayload(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch (cause) {
    throw new TokenError('claims', 'JWT claims are not a JSON object', { cause })
  }
}

const roles: ReadonlySet<unknown> = new Set(['anon', 'authenticated', 'service_role'])
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const skewSeconds = 30

type Expected = { issuer?: ((issuer: string) => boolean) | undefined; now: () => number }

/**
 * The claims of a verified token. Requires `exp` and a known role, allows 30 s of clock skew, and requires a user's
 * token to name a user, this audience and this issuer. Throws a TokenError.
 */
function checkClaims(payload: unknown, { issuer, now }: Expected): Claims {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw refused('JWT claims are not an object')
  const { exp, nbf, iat, role, aud, iss, sub } = payload as Record<string, unknown>
  const seconds = now() / 1_000
  if (!isTime(exp)) throw refused("The JWT 'exp' claim must be a number")
  if (exp + skewSeconds <= seconds) throw new TokenError('expired', 'JWT expired')
  if (nbf !== undefined && !(isTime(nbf) && nbf - skewSeconds <= seconds))
    throw new TokenError('early', 'JWT not yet valid')
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

/**
 * `malformed`: it is no token. `unverified`: no key of ours signed it. `early`: not yet valid. `claims`: any other
 * claim, such as another audience.
 */
type TokenProblem = 'malformed' | 'unverified' | 'expired' | 'early' | 'claims'

/** Why a bearer is invalid. Each API has its own message and status for it. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly reason: TokenProblem

  constructor(reason: TokenProblem, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Which `iss` a user's token may name: this shop's own, and in a rehearsal the same on any loopback address, since
 * tests and tunnels use other ports.
 */
export function ownIssuer({ siteUrl, live }: { siteUrl: string; live: boolean }): (issuer: string) => boolean {
  const own = `${siteUrl}/auth/v1`
  return (issuer) => issuer === own || (!live && loopback.test(issuer))
}

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?\/auth\/v1$/

/** Origins whose pages may call the API: the application's own, and in a rehearsal any loopback origin. */
export function ownOrigin({ siteUrl, live }: { siteUrl: string; live: boolean }): (origin: string) => boolean {
  const own = new URL(siteUrl).origin
  return (origin) => origin === own || (!live && loopbackOrigin.test(origin))
}

const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

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
