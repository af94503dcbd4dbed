import type { Factor } from '@supabase/supabase-js'
import { type AuthResult, authProblem, callAuth } from './auth-client.ts'

/** A second factor this account has; `name` as its owner called it. */
export type PendingFactor = { id: string; type: 'totp' | 'phone' | 'webauthn'; name: string }

/** Somebody signed in, and what is still to be shown before she counts as such: any one of `factors`. */
export type Arrival = { email: string; factors: PendingFactor[] }

const types: readonly string[] = ['totp', 'webauthn', 'phone'] satisfies PendingFactor['type'][]

/** Whose session this browser keeps, and whether her account wants a second factor that was not shown yet; null: nobody's. */
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

/** The one most at hand first. */
function pendingOf(factors: Factor[]): PendingFactor[] {
  return factors
    .filter(({ status, factor_type }) => status === 'verified' && types.includes(factor_type))
    .map(({ id, factor_type, friendly_name = '' }) => {
      return { id, type: factor_type as PendingFactor['type'], name: friendly_name }
    })
    .sort((one, other) => types.indexOf(one.type) - types.indexOf(other.type))
}

/** Shows the code of an app. */
export function showAppCode(factorId: string, code: string): Promise<AuthResult<unknown>> {
  return callAuth<unknown>((auth) => auth.mfa.challengeAndVerify({ factorId, code }))
}

/** Has a code sent to a telephone; gives the challenge it answers. */
export async function sendText(factorId: string): Promise<AuthResult<string>> {
  const { value, problem } = await callAuth<{ id: string } | null>((auth) =>
    auth.mfa.challenge({ factorId, channel: 'sms' }),
  )
  return value ? { value: value.id } : { problem: problem ?? authProblem('unknown') }
}

export function showTextCode(factorId: string, challengeId: string, code: string): Promise<AuthResult<unknown>> {
  return callAuth<unknown>((auth) => auth.mfa.verify({ factorId, challengeId, code }))
}

/** Has the browser ask for a passkey. */
export async function showPasskey(factorId: string): Promise<AuthResult<unknown>> {
  const shown = await callAuth<unknown>((auth) => auth.mfa.webauthn.authenticate({ factorId }))
  // What the browser itself refuses, or the visitor closes, comes without an answer of ours.
  return shown.problem?.code === 'unreachable' && navigator.onLine ? { problem: authProblem('passkey_refused') } : shown
}
