import type { Factor } from '@supabase/supabase-js'
import { type AuthResult, authProblem, callAuth } from './auth-client.ts'

/** A second factor of the account; `name` as the user typed it; `isNew` until its first code. */
export type PendingFactor = { id: string; type: 'totp' | 'phone' | 'webauthn'; name: string; isNew?: boolean }

/**
 * A signed-in user, with the second factors of which one must be confirmed. If the list is empty the sign-in is
 * complete.
 */
export type Arrival = { email: string; factors: PendingFactor[] }

const types: readonly string[] = ['totp', 'webauthn', 'phone'] satisfies PendingFactor['type'][]

/** The user of this browser's session, with the second factors to confirm; null without a session. */
export function readArrival(): Promise<AuthResult<Arrival | null>> {
  return callAuth<Arrival | null>(async (auth) => {
    const { data, error } = await auth.getSession()
    if (error || !data.session) return { data: null, error }
    const levels = await auth.mfa.getAuthenticatorAssuranceLevel()
    if (levels.error) return { data: null, error: levels.error }
    const { user } = data.session
    const isMissing = levels.data.nextLevel === 'aal2' && levels.data.currentLevel !== 'aal2'
    return { data: { email: user.email ?? '', factors: isMissing ? pendingOf(user.factors ?? []) : [] }, error: null }
  })
}

/** The order of the offer. */
function pendingOf(factors: Factor[]): PendingFactor[] {
  return factors
    .filter(({ status, factor_type }) => status === 'verified' && types.includes(factor_type))
    .map(({ id, factor_type, friendly_name = '' }) => {
      return { id, type: factor_type as PendingFactor['type'], name: friendly_name }
    })
    .sort((one, other) => types.indexOf(one.type) - types.indexOf(other.type))
}

/** Confirms an authenticator app by its code. */
export function confirmAppCode(factorId: string, code: string): Promise<AuthResult<unknown>> {
  return callAuth<unknown>((auth) => auth.mfa.challengeAndVerify({ factorId, code }))
}

/** Sends a code as a text message; returns the id of its challenge. A new number needs the captcha, where there is one. */
export async function sendText(factorId: string, captchaToken?: string): Promise<AuthResult<string>> {
  const { value, problem } = await callAuth<{ id: string } | null>((auth) =>
    auth.mfa.challenge({ factorId, channel: 'sms', ...captchaField(captchaToken) }),
  )
  return value ? { value: value.id } : { problem: problem ?? authProblem('unknown') }
}

/** supabase-js sends all parameters of a challenge as its body. */
function captchaField(token: string | undefined) {
  return token === undefined ? {} : { gotrue_meta_security: { captcha_token: token } }
}

export function showTextCode(factorId: string, challengeId: string, code: string): Promise<AuthResult<unknown>> {
  return callAuth<unknown>((auth) => auth.mfa.verify({ factorId, challengeId, code }))
}

/** Confirms a passkey through the browser's dialog. */
export async function confirmPasskey(factorId: string): Promise<AuthResult<unknown>> {
  const shown = await callAuth<unknown>((auth) => auth.mfa.webauthn.authenticate({ factorId }))
  // If the browser refuses the dialog or the user closes it there is no server response.
  return shown.problem?.code === 'unreachable' && navigator.onLine ? { problem: authProblem('passkey_refused') } : shown
}

/** The form's view of a factor. */
export function pendingFactor({ id, factor_type, friendly_name = '' }: Factor): PendingFactor {
  return { id, type: factor_type as PendingFactor['type'], name: friendly_name }
}
