import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { type Caller, findCaller } from '../caller.ts'
import { methodOf } from '../factors/raise-session.ts'

/**
 * A caller who may change the account's identities, with its row locked. Refuses what `findCaller` does, 404
 * `manual_linking_disabled`, and 403 `insufficient_aal` for a session without the account's second
 * factor.
 */
export async function findLinkingCaller(accounts: AuthDeps, tx: Tx, c: Context<Env>): Promise<Caller> {
  const caller = await findCaller(accounts, tx, c, { lock: true })
  if (!accounts.settings.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
  const hasFactor = caller.account.factors.some(({ status }) => status === 'verified')
  if (hasFactor && caller.aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to change linked identities')
  }
  return caller
}

/**
 * Refuses 403 `reauthentication_needed` if the last sign-in of the caller's session is more than ten minutes ago: a
 * minute in an open session must not become a lasting way in. A second factor is no sign-in: it may have been added in
 * that minute.
 */
export async function requireFreshSession(tx: Tx, { sessionId }: Pick<Caller, 'sessionId'>): Promise<void> {
  if (sessionId === null) return
  const { rows } = await sql<{ isFresh: boolean }>`
    select coalesce(max(updated_at) > public.shop_now() - interval '10 minutes', false) as "isFresh"
      from auth.mfa_amr_claims
      where session_id = ${sessionId} and authentication_method <> all(${Object.values(methodOf)})`.execute(tx)
  if (rows[0]?.isFresh) return
  throw new AuthError(403, 'reauthentication_needed', 'Please sign in again before you change how you sign in')
}
