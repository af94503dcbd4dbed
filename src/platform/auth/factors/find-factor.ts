import { type Selectable, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { AuthError } from '../auth-error.ts'
import type { Caller } from '../caller.ts'
import { isUuid } from '../read-body.ts'

export type StoredFactor = Selectable<Tables['auth.mfa_factors']>
export type FactorType = StoredFactor['factor_type']

/** Who asks, within a session: only a session can be raised. */
export type CallerInSession = Caller & { sessionId: string }

/** Refuses 403 `session_not_found` for a token that names none, such as a service makes. */
export function requireSession(caller: Caller): CallerInSession {
  const { sessionId } = caller
  if (sessionId === null) throw new AuthError(403, 'session_not_found', 'A second factor belongs to a session')
  return { ...caller, sessionId }
}

/**
 * A factor of the caller's. The account must be locked in `tx`: then nobody else changes her factors meanwhile.
 * Refuses 404 `validation_failed` (no id), 404 `mfa_factor_not_found` (not hers).
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
 * Whoever has only the first factor may not make another one valid beside one that already is: else a password alone
 * would be enough to get past it. Refuses 403 `insufficient_aal`.
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

/** Takes away factors that were begun and left: after 300 s without a challenge, after a day in any case. */
export async function sweepFactors(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth.mfa_factors f where f.user_id = ${userId} and f.status = 'unverified' and (
    f.created_at <= public.shop_now() - interval '1 day'
    or (f.created_at <= public.shop_now() - interval '300 seconds'
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)))`.execute(tx)
}
