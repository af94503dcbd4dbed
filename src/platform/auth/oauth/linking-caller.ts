import type { Context } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { type Caller, findCaller } from '../caller.ts'

/**
 * Somebody who may change the ways into her account, with its row locked. Refuses what `findCaller` does, 404
 * `manual_linking_disabled` (contract 4.8), and 403 `insufficient_aal` for a session that has not shown the second factor
 * the account has.
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
