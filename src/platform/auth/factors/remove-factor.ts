import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { StoredFactor } from './find-factor.ts'
import { methodOf } from './raise-session.ts'

/**
 * Removes a factor. Sessions that it raised fall to aal1 and lose its method; the method is also removed where no
 * factor of that type is left. The caller was checked: the owner at aal2, or the service.
 */
export async function removeFactor(tx: Tx, { factor, agent }: { factor: StoredFactor; agent: Agent }): Promise<void> {
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
