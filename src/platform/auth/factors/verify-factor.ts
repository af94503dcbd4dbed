import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql, type Updateable } from 'kysely'
import { z } from 'zod'
import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { type Factor, reloadAccount } from '../account/account.ts'
import { type Agent, inetOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { queueAuthEmail } from '../queue-auth-email.ts'
import { isUuid } from '../read-body.ts'
import {
  createSessionResponse,
  endRefreshTokens,
  type SessionResponse,
  startRefreshTokens,
} from '../sessions/open-session.ts'
import { challengeSeconds, unknownIp } from './challenge-factor.ts'
import { type CallerInSession, methodOf, requireRightToVerify } from './factor.ts'
import { passkeySession, readCredential, verifyCreation, verifyRequest } from './passkeys.ts'
import { isTextCode, textsAreOff } from './text-codes.ts'
import { openSecret, sealSecret, totpStep } from './totp.ts'
import { countWrongCode, recordRightCode, refuseWhileResting } from './wrong-codes.ts'

/** The number of wrong answers that a challenge allows. */
const mostTries = 5

type Answered = { caller: CallerInSession; agent: Agent; factor: Factor; body: VerifyBody }

/**
 * Verifies the answer to a challenge. A refusal that must be counted, such as a wrong code, is returned instead of
 * thrown, so that the count commits. The account must be locked in `tx`: of concurrent equal answers, one succeeds.
 */
export async function verifyFactor(
  deps: AuthDeps,
  tx: Tx,
  { caller, agent, factor, body }: Answered,
): Promise<SessionResponse | AuthError> {
  requireRightToVerify(caller, factor)
  const challenge = await findChallenge(tx, factor, { id: body.challenge_id ?? '', agent })
  if (factor.factor_type === 'webauthn' ? !body.webauthn : !body.code?.trim()) {
    throw invalid(factor.factor_type === 'webauthn' ? 'WebAuthn data required' : 'Code needs to be non-empty')
  }
  await refuseWhileResting(deps, tx, { factor, agent })
  const verdict = await checkFactorAnswer(deps, { factor, challenge, body })
  if ('refusal' in verdict) {
    await sql`update auth.mfa_challenges set attempts = attempts + 1 where id = ${challenge.id}`.execute(tx)
    if (verdict.isGuess) await countWrongCode(deps, tx, { factor, agent })
    const details = { method: methodOf[factor.factor_type], factor_id: factor.id }
    await recordAuthEvent(tx, { action: 'login_failed', userId: factor.user_id, agent, details })
    return verdict.refusal
  }
  await sql`update auth.mfa_challenges set verified_at = public.shop_now() where id = ${challenge.id}`.execute(tx)
  await tx
    .updateTable('auth.mfa_factors')
    .set({ ...verdict.store, updated_at: shopNow })
    .where('id', '=', factor.id)
    .execute()
  await recordRightCode(deps, tx, { factor, agent })
  return raiseSession(deps, tx, { sessionId: caller.sessionId, factor, agent })
}

type Found = Challenge & { ip: string; used: boolean; over: boolean; attempts: number }

async function findChallenge(tx: Tx, factor: Factor, { id, agent }: { id: string; agent: Agent }): Promise<Challenge> {
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

export const verifyBody = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().max(100).nullish(),
  webauthn: z.unknown().optional(),
})
type VerifyBody = z.output<typeof verifyBody>

type Challenge = { id: string; otp_code: string | null; web_authn_session_data: unknown }

/** `store`: what a right answer stores in the factor. `isGuess`: whether a wrong one counts as a guess. */
type Verdict = { store: Updateable<Tables['auth.mfa_factors']> } | { refusal: AuthError; isGuess: boolean }

type FactorInput = { factor: Factor; challenge: Challenge; body: VerifyBody }

async function checkFactorAnswer(deps: AuthDeps, input: FactorInput): Promise<Verdict> {
  if (input.factor.factor_type === 'totp') return checkTotp(deps, input)
  if (input.factor.factor_type === 'phone') return checkTextCode(deps, input)
  return checkPasskey(deps, input)
}

function checkTotp(deps: AuthDeps, { factor, body }: FactorInput): Verdict {
  const secret = openSecret(deps, factor.id, factor.secret ?? '')
  if (secret === null) {
    deps.log.error({ factor: factor.id }, 'the secret of a second factor cannot be opened')
    return { ...wrong('This second factor cannot be checked any more, it has to be removed'), isGuess: false }
  }
  const step = totpStep(secret, body.code ?? '')
  if (step === null) return wrong('Invalid TOTP code entered')
  // A code is accepted once, and no earlier one after it. Repeating it is not a guess: a double click must not count.
  if (factor.last_used_step !== null && step <= BigInt(factor.last_used_step)) {
    return { ...wrong('Invalid TOTP code entered'), isGuess: false }
  }
  return { store: { last_used_step: String(step), secret: sealSecret(deps, factor.id, secret) } }
}

function checkTextCode(deps: AuthDeps, { challenge, body }: FactorInput): Verdict {
  if (!deps.sms) throw textsAreOff('verify')
  const { id: challengeId, otp_code: codeHash } = challenge
  const isRight = codeHash !== null && isTextCode(deps, { challengeId, codeHash, code: body.code ?? '' })
  return isRight ? { store: {} } : wrong('Invalid MFA Phone code entered')
}

const text = z.string().max(100_000)
const passkeyAnswer = z.object({
  type: z.string().nullish(),
  credential_response: z.object({
    id: text,
    rawId: text,
    type: text,
    response: z.object({
      clientDataJSON: text,
      attestationObject: text.optional(),
      authenticatorData: text.optional(),
      signature: text.optional(),
      userHandle: text.nullish(),
      transports: z.array(z.string()).nullish(),
    }),
    clientExtensionResults: z.unknown().optional(),
  }),
})

async function checkPasskey(deps: AuthDeps, { factor, challenge, body }: FactorInput): Promise<Verdict> {
  const { type, credential_response: input } = passkeyAnswer.parse(body.webauthn)
  const session = passkeySession.parse(challenge.web_authn_session_data)
  if (type && type !== session.type) throw invalid(`The challenge is one to ${session.type}`)
  // A second challenge of an unverified factor must not replace the first one's key.
  if (session.type === 'create' && factor.status === 'verified') return notVerified(new Error('It is verified already'))
  try {
    if (session.type === 'create') {
      const made = await verifyCreation(deps, session, input as unknown as RegistrationResponseJSON)
      return { store: { web_authn_credential: JSON.stringify(made.credential), web_authn_aaguid: made.aaguid } }
    }
    const credential = readCredential(factor.web_authn_credential)
    const used = await verifyRequest(deps, session, credential, input as unknown as AuthenticationResponseJSON)
    return { store: { web_authn_credential: JSON.stringify(used) } }
  } catch (cause) {
    // The library throws plain errors for any invalid answer.
    return notVerified(cause)
  }
}

function wrong(message: string): { refusal: AuthError; isGuess: boolean } {
  return { refusal: new AuthError(422, 'mfa_verification_failed', message), isGuess: true }
}

/** A signature cannot be guessed, so a wrong one does not count as a guess. */
function notVerified(cause: unknown): Verdict {
  const message = 'Invalid WebAuthn credential response'
  return { refusal: new AuthError(422, 'mfa_verification_failed', message, { cause }), isGuess: false }
}

/**
 * Applies a right answer: verifies the factor and raises the session to aal2. The session continues with a
 * refresh token that is not derived from the earlier ones, which are void; the user's other sessions below aal2 end.
 * The owner gets an e-mail about a new factor.
 */
async function raiseSession(
  deps: AuthDeps,
  tx: Tx,
  { sessionId, factor, agent }: { sessionId: string; factor: Factor; agent: Agent },
): Promise<SessionResponse> {
  const { id, user_id: userId, factor_type: type } = factor
  const raised = await tx
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', factor_id: id, updated_at: shopNow })
    .where('id', '=', sessionId)
    .returning(shopNow.as('now'))
    .executeTakeFirst()
  if (!raised) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  await endRefreshTokens(tx, sessionId)
  const refreshToken = await startRefreshTokens(tx, { sessionId, userId, method: methodOf[type] })
  await tx.deleteFrom('auth.sessions').where('user_id', '=', userId).where('aal', '=', 'aal1').execute()
  if (factor.status === 'unverified') await makeValid(tx, factor)
  await recordAuthEvent(tx, { action: 'factor_verified', userId, agent, details: { factor_id: id, type } })
  const account = await reloadAccount(tx, userId)
  const { email, email_confirmed_at } = account.user
  if (factor.status === 'unverified' && email && email_confirmed_at) {
    const data = { type, at: raised.now.toISOString() }
    await queueAuthEmail(deps, tx, { kind: 'new_factor', userId, recipient: email, data })
  }
  return createSessionResponse(deps, tx, { account, sessionId, refreshToken })
}

async function makeValid(tx: Tx, { id, user_id, factor_type }: Factor): Promise<void> {
  await tx.updateTable('auth.mfa_factors').set({ status: 'verified' }).where('id', '=', id).execute()
  await tx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', user_id)
    .where('factor_type', '=', factor_type)
    .where('status', '=', 'unverified')
    .execute()
}
