import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { shopNow, type Tx } from '#platform/database/db.ts'
import { type Account, findAccount, setUser, toWireUser, type WireUser } from '../account/account.ts'
import { type Agent, inetOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { recordDevice } from './known-devices.ts'

/** The method of a sign-in, as in `amr`. */
export type AuthMethod = 'password' | 'otp' | 'oauth' | 'totp' | 'mfa/phone' | 'mfa/webauthn'

/**
 * Signs a user in: a new session with tokens of its own, at aal1. A sign-in from a new device sends an e-mail to the
 * account's owner. The user was authenticated by the caller.
 */
export async function openSession(
  deps: AuthDeps,
  tx: Tx,
  { userId, method, agent }: { userId: string; method: AuthMethod; agent: Agent },
): Promise<SessionResponse> {
  const { id: sessionId } = await tx
    .insertInto('auth.sessions')
    .values({
      user_id: userId,
      user_agent: agent.userAgent,
      ip: inetOf(agent),
      created_at: shopNow,
      updated_at: shopNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refreshToken = await startRefreshTokens(tx, { sessionId, userId, method })
  await setUser(tx, userId, { last_sign_in_at: shopNow })
  const account = await findAccount(tx, userId)
  if (!account) throw new Error(`The account ${userId} has gone`)
  await recordDevice(deps, tx, { account, agent })
  await recordAuthEvent(tx, { action: 'login', userId, agent, details: { method } })
  return createSessionResponse(deps, tx, { account, sessionId, refreshToken })
}

/**
 * The first of a session's refresh tokens, after a method that raised or renewed it was recorded: a repeated one gets a
 * new time, not a second entry.
 */
export async function startRefreshTokens(
  tx: Tx,
  { sessionId, userId, method }: { sessionId: string; userId: string; method: AuthMethod },
): Promise<string> {
  await sql`insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
    values (${sessionId}, ${method}, public.shop_now(), public.shop_now())
    on conflict (session_id, authentication_method) do update set updated_at = public.shop_now()`.execute(tx)
  const token = randomBytes(32).toString('base64url')
  await addRefreshToken(tx, { token, sessionId, userId })
  return token
}

/** The lifetime of an access token, in seconds. */
const accessTokenSeconds = 3_600

/** The response of a sign-in or a refresh. */
export type SessionResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: WireUser
  [extra: string]: unknown
}

/** The response for a session in this transaction, with a new access token. */
export async function createSessionResponse(
  deps: AuthDeps,
  tx: Tx,
  { account, sessionId, refreshToken }: { account: Account; sessionId: string; refreshToken: string },
): Promise<SessionResponse> {
  const { user } = account
  const { aal, amr } = await assuranceOf(tx, sessionId)
  const issuedAt = Math.floor(Date.now() / 1_000)
  const expiresAt = issuedAt + accessTokenSeconds
  const access_token = await deps.keys.sign({
    iss: `${deps.siteUrl}/auth/v1`,
    sub: user.id,
    aud: 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: shortEnough(user.raw_user_meta_data),
    role: 'authenticated',
    aal,
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: toWireUser(account),
  }
}

/** Every request carries the token, and one beyond servers' header limits would lock its owner out. */
const longestMetadataBytes = 4_096

/** The metadata for a token; empty if it is more than a token carries. GET /user returns it whole. */
function shortEnough(metadata: unknown): unknown {
  return Buffer.byteLength(JSON.stringify(metadata ?? {})) <= longestMetadataBytes ? (metadata ?? {}) : {}
}

async function assuranceOf(tx: Tx, sessionId: string) {
  const { rows } = await sql<{ aal: string; method: string | null; timestamp: number }>`
    select s.aal::text as aal, a.authentication_method as method, extract(epoch from a.updated_at)::int as timestamp
    from auth.sessions s left join auth.mfa_amr_claims a on a.session_id = s.id
    where s.id = ${sessionId} order by a.updated_at desc, a.created_at desc`.execute(tx)
  const amr = rows.filter((row) => row.method !== null).map(({ method, timestamp }) => ({ method, timestamp }))
  return { aal: rows[0]?.aal ?? 'aal1', amr }
}

/**
 * Refresh tokens are 256 bits, stored as SHA-256. Each is derived from the one before by a keyed hash: so a client with
 * an older one can get the current one again, although no token's text is stored.
 */
export function nextRefreshToken({ keyedHash }: Pick<AuthDeps, 'keyedHash'>, token: string): string {
  return keyedHash(token, 'refresh token')
}

export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

type NewRefreshToken = { token: string; sessionId: string; userId: string; parent?: string }

export async function addRefreshToken(tx: Tx, { token, sessionId, userId, parent }: NewRefreshToken): Promise<void> {
  await tx
    .insertInto('auth.refresh_tokens')
    .values({
      token: hashRefreshToken(token),
      session_id: sessionId,
      user_id: userId,
      parent: parent === undefined ? null : hashRefreshToken(parent),
      created_at: shopNow,
      updated_at: shopNow,
    })
    .execute()
}

/** Revokes all tokens of a session for good: no reuse interval applies. */
export async function endRefreshTokens(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('auth.refresh_tokens')
    .set({ revoked: true, reusable: false, updated_at: shopNow })
    .where('session_id', '=', sessionId)
    .execute()
}
