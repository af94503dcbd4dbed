import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Claims, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { getSignedIn } from '#platform/http/identity/signed-in.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'

/** The current state of the session that a token names, and the facts of its account that decide what it may do. */
export type OwnSession = {
  id: string
  userId: string
  /** In lower case; null if the account has none. */
  email: string | null
  emailVerified: boolean
  hasSecondFactor: boolean
  /**
   * aal2 only if both the token and the session have it: a token issued before the session reached aal2 stays at aal1.
   */
  aal: 'aal1' | 'aal2'
  /** Whether the user has authenticated within ten minutes, by password, link or second factor. */
  isFresh: boolean
}

/**
 * The caller's own session. `lock` locks the account's row until the transaction ends. Refuses unauthorized if the
 * session has ended, and forbidden (`sign_in_again`) for a token without a session.
 */
export async function getOwnSession(
  tx: Tx,
  { sub: userId, session_id: id, aal }: Claims & { sub: string },
  { lock = false } = {},
): Promise<OwnSession> {
  if (!id) throw signInAgain()
  const { rows } = await sql<OwnSession>`
    select s.id, u.id as "userId", nullif(lower(u.email), '') as email,
      u.email_confirmed_at is not null as "emailVerified",
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as "hasSecondFactor",
      case when ${aal === 'aal2'} then s.aal::text else 'aal1' end as aal,
      coalesce((select max(a.updated_at) from auth.mfa_amr_claims a where a.session_id = s.id)
        > public.shop_now() - interval '10 minutes', false) as "isFresh"
    from auth.users u join auth.sessions s on s.user_id = u.id
    where u.id = ${userId} and s.id = ${id} and u.deleted_at is null
      and (s.not_after is null or s.not_after > public.shop_now())
    ${lock ? sql`for update of u` : sql``}`.execute(tx)
  const session = rows[0]
  if (!session) throw new AppError('unauthorized', 'Invalid JWT')
  return session
}

/** Refuses forbidden (`second_factor`) if the account has a second factor that this session has not confirmed. */
export function requireSecondFactor({ hasSecondFactor, aal }: OwnSession): void {
  if (!hasSecondFactor || aal === 'aal2') return
  const message = 'Please confirm with your second step first.'
  throw new AppError('forbidden', message, { details: { reason: 'second_factor' } })
}

/** Refuses forbidden (`sign_in_again`) if the last authentication of the session is more than ten minutes ago. */
export function requireFresh({ isFresh }: OwnSession): void {
  if (!isFresh) throw signInAgain()
}

/** Refuses forbidden (`second_factor`, `sign_in_again`) unless the caller's session has shown both recently. */
export async function requireFreshSession(tx: Tx, claims: Claims & { sub: string }): Promise<void> {
  const session = await getOwnSession(tx, claims)
  requireSecondFactor(session)
  requireFresh(session)
}

function signInAgain(): AppError {
  const message = 'You signed in a while ago. Please sign in again, then repeat this.'
  return new AppError('forbidden', message, { details: { reason: 'sign_in_again' } })
}

/**
 * The claims of a signed-in caller within the rate limit, which counts per account. Refuses unauthorized,
 * over_request_rate_limit.
 */
export async function getLimitedCaller(c: Context<Env>, bucket: string, rate: Rate) {
  c.header('Cache-Control', 'no-store')
  const claims = getSignedIn(c)
  if (await c.var.rateLimiter.consume(bucket, claims.sub, rate)) return claims
  throw new AppError('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
}
