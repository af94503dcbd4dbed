import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Updateable } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { StoredFactor } from './find-factor.ts'
import { passkeySession, verifyCreation, verifyRequest } from './passkeys.ts'
import { readCredential } from './stored-credential.ts'
import { isTextCode, textsAreOff } from './text-codes.ts'
import { openSecret, sealSecret, totpStep } from './totp.ts'

export const verifyBody = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().max(100).nullish(),
  webauthn: z.unknown().optional(),
})
export type VerifyBody = z.output<typeof verifyBody>

export type Challenge = { id: string; otp_code: string | null; web_authn_session_data: unknown }

/** `store`: what a right answer stores in the factor. `isGuess`: whether a wrong one counts as a guess. */
export type Verdict = { store: Updateable<Tables['auth.mfa_factors']> } | { refusal: AuthError; isGuess: boolean }

type FactorInput = { factor: StoredFactor; challenge: Challenge; body: VerifyBody }

export async function checkFactorAnswer(accounts: AuthDeps, input: FactorInput): Promise<Verdict> {
  if (input.factor.factor_type === 'totp') return checkTotp(accounts, input)
  if (input.factor.factor_type === 'phone') return checkTextCode(accounts, input)
  return checkPasskey(accounts, input)
}

function checkTotp(accounts: AuthDeps, { factor, body }: FactorInput): Verdict {
  const secret = openSecret(accounts, factor.id, factor.secret ?? '')
  if (secret === null) {
    accounts.log.error({ factor: factor.id }, 'the secret of a second factor cannot be opened')
    return { ...wrong('This second factor cannot be checked any more, it has to be removed'), isGuess: false }
  }
  const step = totpStep(secret, body.code ?? '')
  if (step === null) return wrong('Invalid TOTP code entered')
  // A code is accepted once, and no earlier one after it. Repeating it is not a guess: a double click must not count.
  if (factor.last_used_step !== null && step <= BigInt(factor.last_used_step)) {
    return { ...wrong('Invalid TOTP code entered'), isGuess: false }
  }
  return { store: { last_used_step: String(step), secret: sealSecret(accounts, factor.id, secret) } }
}

function checkTextCode(accounts: AuthDeps, { challenge, body }: FactorInput): Verdict {
  if (!accounts.sms) throw textsAreOff('verify')
  const { id: challengeId, otp_code: codeHash } = challenge
  const isRight = codeHash !== null && isTextCode(accounts, { challengeId, codeHash, code: body.code ?? '' })
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

async function checkPasskey(accounts: AuthDeps, { factor, challenge, body }: FactorInput): Promise<Verdict> {
  const { type, credential_response: input } = passkeyAnswer.parse(body.webauthn)
  const session = passkeySession.parse(challenge.web_authn_session_data)
  if (type && type !== session.type) throw invalid(`The challenge is one to ${session.type}`)
  // A second challenge of an unverified factor must not replace the first one's key.
  if (session.type === 'create' && factor.status === 'verified') return notVerified(new Error('It is verified already'))
  try {
    if (session.type === 'create') {
      const made = await verifyCreation(accounts, session, input as unknown as RegistrationResponseJSON)
      return { store: { web_authn_credential: JSON.stringify(made.credential), web_authn_aaguid: made.aaguid } }
    }
    const credential = readCredential(factor.web_authn_credential)
    const used = await verifyRequest(accounts, session, credential, input as unknown as AuthenticationResponseJSON)
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
