import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import type { Env } from '../http/env.ts'
import { TokenError } from '../http/identity/tokens.ts'
import { type Account, findAccount } from './account/account.ts'
import type { AuthDeps } from './auth-deps.ts'
import { AuthError } from './auth-error.ts'
import { isUuid } from './read-body.ts'

/** The caller of /auth/v1, from a token that names a user: the current account, and the session, if there is one. */
export type Caller = {
  account: Account
  sessionId: string | null
  /** aal2 if the token and the session both have it: a token from before the step-up stays at aal1. */
  aal: 'aal1' | 'aal2'
  /** When the session began; null without one. */
  sessionBegan: Date | null
  claims: Record<string, unknown>
}

/**
 * Verifies the bearer by /auth/v1's own rules: the signature first, then that it names a user. Refuses
 * 401 `no_authorization`, 403 or 400 `bad_jwt`. `findCaller` checks whether the user and the session still exist.
 */
async function readBearer(deps: AuthDeps, c: Context<Env>): Promise<Record<string, unknown>> {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = await verified(deps, token)
  const seconds = Date.now() / 1_000
  const { exp, nbf } = claims
  // A service's own token may have no expiry; any other has one (checked below, with the user).
  if (exp !== undefined && !(typeof exp === 'number' && exp + skewSeconds > seconds)) throw badJwt('token is expired')
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf - skewSeconds <= seconds))
    throw badJwt('token is not valid yet')
  return claims
}

/** The bearer's user, with account and session as they are in `tx`. */
export async function findCaller(deps: AuthDeps, tx: Tx, c: Context<Env>, { lock = false } = {}): Promise<Caller> {
  const claims = await readBearer(deps, c)
  const { sub, session_id, exp, iss, aud } = claims
  if (sub === undefined || sub === '') throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(sub)) {
    throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  }
  if (claims.role !== 'authenticated') throw badJwt('role is not a user’s')
  if (exp === undefined) throw badJwt('token has no end')
  if (aud !== undefined && ![aud].flat().includes('authenticated')) throw badJwt('token has another audience')
  if (iss !== undefined && !(typeof iss === 'string' && deps.isOwnIssuer(iss))) throw badJwt('token has another issuer')
  const account = await findAccount(tx, sub, { lock })
  if (!account) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (account.isBanned) throw new AuthError(403, 'user_banned', 'User is banned')
  if (session_id === undefined || session_id === '') {
    return { account, sessionId: null, aal: 'aal1', sessionBegan: null, claims }
  }
  const session = await findSession(tx, sub, session_id)
  if (!session) throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  const aal = claims.aal === 'aal2' ? session.aal : 'aal1'
  return { account, sessionId: session.id, aal, sessionBegan: session.created_at, claims }
}

type FoundSession = { id: string; aal: 'aal1' | 'aal2'; created_at: Date }

async function findSession(tx: Tx, userId: string, sessionId: unknown): Promise<FoundSession | undefined> {
  if (!isUuid(sessionId)) return undefined
  const { rows } = await sql<FoundSession>`select id, aal::text as aal, created_at from auth.sessions
    where id = ${sessionId} and user_id = ${userId} and (not_after is null or not_after > public.shop_now())`.execute(
    tx,
  )
  return rows[0]
}

/** Refuses 403 `not_admin` unless the bearer token has the service role. The token needs no user and no expiry. */
export async function requireService(deps: AuthDeps, c: Context<Env>): Promise<void> {
  const { role } = await readBearer(deps, c)
  if (role !== 'service_role' && role !== 'supabase_admin') throw new AuthError(403, 'not_admin', 'User not allowed')
}

/** Whether the bearer token has the service role; false for any other token and for none. */
export async function isService(deps: AuthDeps, c: Context<Env>): Promise<boolean> {
  try {
    await requireService(deps, c)
    return true
  } catch (error) {
    if (error instanceof AuthError) return false
    throw error
  }
}

const skewSeconds = 30

async function verified({ verifier }: AuthDeps, token: string): Promise<Record<string, unknown>> {
  try {
    return await verifier.verifySignature(token)
  } catch (error) {
    if (error instanceof TokenError) throw badJwt(error.message, error)
    throw error
  }
}

function badJwt(why: string, cause?: unknown): AuthError {
  return new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`, { cause })
}
