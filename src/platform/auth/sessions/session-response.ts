import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Account } from '../account/account.ts'
import { toWireUser, type WireUser } from '../account/wire-user.ts'
import type { AuthDeps } from '../auth-deps.ts'

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
  accounts: AuthDeps,
  tx: Tx,
  { account, sessionId, refreshToken }: { account: Account; sessionId: string; refreshToken: string },
): Promise<SessionResponse> {
  const { user } = account
  const { aal, amr } = await assuranceOf(tx, sessionId)
  const issuedAt = Math.floor(Date.now() / 1_000)
  const expiresAt = issuedAt + accessTokenSeconds
  const access_token = await accounts.keys.sign({
    iss: `${accounts.siteUrl}/auth/v1`,
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
