import { type Selectable, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { AuthError } from '../auth-error.ts'
import type { Caller } from '../caller.ts'
import { isUuid } from '../read-body.ts'

export type StoredFactor = Selectable<Tables['auth.mfa_factors']>
export type FactorType = StoredFactor['factor_type']

/** The caller with a session: only a session can be raised. */
export type CallerInSession = Caller & { sessionId: string }

/** Refuses 403 `session_not_found` for a token without a session, such as a service's. */
export function requireSession(caller: Caller): CallerInSession {
  const { sessionId } = caller
  if (sessionId === null) throw new AuthError(403, 'session_not_found', 'A second factor belongs to a session')
  return { ...caller, sessionId }
}

/**
 * A factor of the caller's. The account must be locked in `tx`, so that its factors cannot change meanwhile. Refuses
 * 404 `validation_failed` (no id), 404 `mfa_factor_not_found` (another user's).
 */
export async function findFactor(tx: Tx, userId: string, id: string): Promise<StoredFactor> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  await sweepFactors(tx, userId)
  const factor = await tx
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

/**
 * A caller at aal1 may not verify another factor beside a verified one: otherwise a password alone would bypass it.
 * Refuses 403 `insufficient_aal`.
 */
export async function requireRightToVerify(tx: Tx, { aal }: Caller, factor: StoredFactor): Promise<void> {
  if (factor.status === 'verified' || aal === 'aal2') return
  const verified = await tx
    .selectFrom('auth.mfa_factors')
    .select('id')
    .where('user_id', '=', factor.user_id)
    .where('status', '=', 'verified')
    .limit(1)
    .executeTakeFirst()
  if (verified) throw new AuthError(403, 'insufficient_aal', 'AAL2 required to verify a new factor')
}

/** Deletes unfinished factors: after 300 s without a challenge, after a day in any case. */
export async function sweepFactors(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth.mfa_factors f where f.user_id = ${userId} and f.status = 'unverified' and (
    f.created_at <= public.shop_now() - interval '1 day'
    or (f.created_at <= public.shop_now() - interval '300 seconds'
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)))`.execute(tx)
}
