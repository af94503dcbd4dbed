import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { reloadAccount } from '../account/account.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { queueAuthEmail } from '../queue-auth-email.ts'
import { type AuthMethod, stampMethod } from '../sessions/open-session.ts'
import { addRefreshToken, endRefreshTokens, firstRefreshToken } from '../sessions/refresh-tokens.ts'
import { createSessionResponse, type SessionResponse } from '../sessions/session-response.ts'
import type { FactorType, StoredFactor } from './find-factor.ts'

/** The `amr` names of factor types. */
export const methodOf: Record<FactorType, AuthMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
}

/**
 * Applies a right answer: verifies the factor and raises the session to aal2. The session continues with a
 * refresh token that is not derived from the earlier ones, which are void; the user's other sessions below aal2 end.
 * The owner gets an e-mail about a new factor.
 */
export async function raiseSession(
  accounts: AuthDeps,
  tx: Tx,
  { sessionId, factor, agent }: { sessionId: string; factor: StoredFactor; agent: Agent },
): Promise<SessionResponse> {
  const { id, user_id: userId, factor_type: type } = factor
  const raised = await tx
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', factor_id: id, updated_at: sql<Date>`public.shop_now()` })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  if (!raised) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  await stampMethod(tx, sessionId, methodOf[type])
  await endRefreshTokens(tx, sessionId)
  const refreshToken = firstRefreshToken()
  await addRefreshToken(tx, { token: refreshToken, sessionId, userId })
  await tx.deleteFrom('auth.sessions').where('user_id', '=', userId).where('aal', '=', 'aal1').execute()
  if (factor.status === 'unverified') await makeValid(tx, factor)
  await recordAuthEvent(tx, { action: 'factor_verified', userId, agent, details: { factor_id: id, type } })
  const account = await reloadAccount(tx, userId)
  const { email, email_confirmed_at } = account.user
  if (factor.status === 'unverified' && email && email_confirmed_at) {
    const data = { type, at: (await shopNow(tx)).toISOString() }
    await queueAuthEmail(accounts, tx, { kind: 'new_factor', userId, recipient: email, data })
  }
  return createSessionResponse(accounts, tx, { account, sessionId, refreshToken })
}

async function makeValid(tx: Tx, { id, user_id, factor_type }: StoredFactor): Promise<void> {
  await tx.updateTable('auth.mfa_factors').set({ status: 'verified' }).where('id', '=', id).execute()
  await tx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', user_id)
    .where('factor_type', '=', factor_type)
    .where('status', '=', 'unverified')
    .execute()
}

async function shopNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select public.shop_now() as now`.execute(tx)
  if (!rows[0]) throw new Error('The database did not say what time it is')
  return rows[0].now
}
