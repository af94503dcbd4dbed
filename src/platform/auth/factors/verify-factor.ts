import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { type Agent, inetOf } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { isUuid } from '../read-body.ts'
import type { SessionResponse } from '../sessions/session-response.ts'
import { challengeSeconds, unknownIp } from './challenge-factor.ts'
import { type Challenge, checkFactorAnswer, type VerifyBody } from './check-factor-answer.ts'
import { type CallerInSession, requireRightToVerify, type StoredFactor } from './find-factor.ts'
import { methodOf, raiseSession } from './raise-session.ts'
import { countWrongCode, recordRightCode, refuseWhileResting } from './wrong-codes.ts'

/** The number of wrong answers that a challenge allows. */
const mostTries = 5

type Answered = { caller: CallerInSession; agent: Agent; factor: StoredFactor; body: VerifyBody }

/**
 * Verifies the answer to a challenge. A refusal that must be counted, such as a wrong code, is returned
 * instead of thrown, so that the count commits. The account must be locked in `tx`: of concurrent equal answers, one
 * succeeds.
 */
export async function verifyFactor(
  accounts: AuthDeps,
  tx: Tx,
  { caller, agent, factor, body }: Answered,
): Promise<SessionResponse | AuthError> {
  await requireRightToVerify(tx, caller, factor)
  const challenge = await findChallenge(tx, factor, { id: body.challenge_id ?? '', agent })
  if (factor.factor_type === 'webauthn' ? !body.webauthn : !body.code?.trim()) {
    throw invalid(factor.factor_type === 'webauthn' ? 'WebAuthn data required' : 'Code needs to be non-empty')
  }
  await refuseWhileResting(accounts, tx, { factor, agent })
  const verdict = await checkFactorAnswer(accounts, { factor, challenge, body })
  if ('refusal' in verdict) {
    await tx
      .updateTable('auth.mfa_challenges')
      .set({ attempts: sql<number>`attempts + 1` })
      .where('id', '=', challenge.id)
      .execute()
    if (verdict.isGuess) await countWrongCode(accounts, tx, { factor, agent })
    const details = { method: methodOf[factor.factor_type], factor_id: factor.id }
    await recordAuthEvent(tx, { action: 'login_failed', userId: factor.user_id, agent, details })
    return verdict.refusal
  }
  await tx
    .updateTable('auth.mfa_challenges')
    .set({ verified_at: sql<Date>`public.shop_now()` })
    .where('id', '=', challenge.id)
    .execute()
  await tx
    .updateTable('auth.mfa_factors')
    .set({ ...verdict.store, updated_at: sql<Date>`public.shop_now()` })
    .where('id', '=', factor.id)
    .execute()
  await recordRightCode(accounts, tx, { factor, agent })
  return raiseSession(accounts, tx, { sessionId: caller.sessionId, factor, agent })
}

type Found = Challenge & { ip: string; used: boolean; over: boolean; attempts: number }

async function findChallenge(
  tx: Tx,
  factor: StoredFactor,
  { id, agent }: { id: string; agent: Agent },
): Promise<Challenge> {
  const { rows } = isUuid(id)
    ? await sql<Found>`select id, otp_code, web_authn_session_data, host(ip_address) as ip, attempts,
        verified_at is not null as used,
        created_at <= public.shop_now() - ${challengeSeconds} * interval '1 second' as over
        from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id}`.execute(tx)
    : { rows: [] }
  const [found] = rows
  if (!found) {
    const message = 'MFA factor with the provided challenge ID not found'
    throw new AuthError(422, 'mfa_factor_not_found', message)
  }
  // Addresses of one network count as one, as in the limits.
  if (found.used || limitKey(found.ip) !== limitKey(inetOf(agent) ?? unknownIp)) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch')
  }
  if (found.over || found.attempts >= mostTries) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
    throw new AuthError(422, 'mfa_challenge_expired', message)
  }
  return found
}
