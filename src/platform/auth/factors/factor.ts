import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Account, Factor } from '../account/account.ts'
import { type Agent, recordAuthEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { Caller } from '../caller.ts'
import { isUuid } from '../read-body.ts'
import type { AuthMethod } from '../sessions/open-session.ts'

export type FactorType = Factor['factor_type']

/** The `amr` names of factor types. */
export const methodOf: Record<FactorType, AuthMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
}

/** The caller with a session: only a session can be raised. */
export type CallerInSession = Caller & { sessionId: string }

/** Refuses 403 `session_not_found` for a token without a session, such as a service's. */
export function requireSession(caller: Caller): CallerInSession {
  const { sessionId } = caller
  if (sessionId === null) throw new AuthError(403, 'session_not_found', 'A second factor belongs to a session')
  return { ...caller, sessionId }
}

/** A factor of an account. Refuses 404 `validation_failed` (no id), 404 `mfa_factor_not_found` (another user's). */
export function findFactor({ factors }: Account, id: string): Factor {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = factors.find((each) => each.id === id.toLowerCase())
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

export function isVerified({ status }: Factor): boolean {
  return status === 'verified'
}

/**
 * A caller at aal1 may not verify another factor beside a verified one: otherwise a password alone would bypass it.
 * Refuses 403 `insufficient_aal`.
 */
export function requireRightToVerify({ aal, account }: Caller, factor: Factor): void {
  if (isVerified(factor) || aal === 'aal2' || !account.factors.some(isVerified)) return
  throw new AuthError(403, 'insufficient_aal', 'AAL2 required to verify a new factor')
}

/**
 * Removes a factor. Sessions that it raised fall to aal1 and lose its method; the method is also removed where no
 * factor of that type is left. The caller was checked: the owner at aal2, or the service.
 */
export async function removeFactor(tx: Tx, { factor, agent }: { factor: Factor; agent: Agent }): Promise<void> {
  const { id, user_id: userId, factor_type: type } = factor
  await tx.deleteFrom('auth.mfa_factors').where('id', '=', id).execute()
  await sql`delete from auth.mfa_amr_claims a using auth.sessions s
    where s.id = a.session_id and s.user_id = ${userId} and a.authentication_method = ${methodOf[type]}
      and (s.factor_id = ${id} or not exists (select from auth.mfa_factors f
        where f.user_id = ${userId} and f.factor_type = ${type} and f.status = 'verified'))`.execute(tx)
  await sql`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = public.shop_now()
    where user_id = ${userId} and factor_id = ${id}`.execute(tx)
  await recordAuthEvent(tx, { action: 'factor_deleted', userId, agent, details: { factor_id: id, type } })
}
