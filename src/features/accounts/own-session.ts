import { sql } from 'kysely'
import type { Claims, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** The session a token names, as it is now, and what of its account decides what it may do. */
export type OwnSession = {
  id: string
  userId: string
  /** In small letters; null where the account has none. */
  email: string | null
  emailVerified: boolean
  hasSecondFactor: boolean
  /** aal2 where the token and the session both say so: a token made before the session rose stays at aal1. */
  aal: 'aal1' | 'aal2'
  /** Whether somebody showed within ten minutes, by password, link or factor, that it is still she. */
  isFresh: boolean
}

/**
 * The caller's own session. `lock` keeps her account's row until the transaction ends. Refuses unauthorized where the
 * session has ended, and forbidden (`sign_in_again`) a token that names none: what is asked here needs one.
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

/** Refuses forbidden (`second_factor`) a session that has not shown the second factor its account has. */
export function requireSecondFactor({ hasSecondFactor, aal }: OwnSession): void {
  if (!hasSecondFactor || aal === 'aal2') return
  const message = 'Please confirm with your second factor first.'
  throw new AppError('forbidden', message, { details: { reason: 'second_factor' } })
}

/** Refuses forbidden (`sign_in_again`) a session nobody has signed in to for ten minutes. */
export function requireFresh({ isFresh }: OwnSession): void {
  if (!isFresh) throw signInAgain()
}

function signInAgain(): AppError {
  const message = 'Sign in again, then repeat this: your last sign-in is too long ago.'
  return new AppError('forbidden', message, { details: { reason: 'sign_in_again' } })
}
