import { loadBackend } from '#platform/client/backend-client.ts'

/** What the user must do first: confirm a second factor, or sign in again. */
export type Proof = 'second_factor' | 'sign_in_again'

/** Why an action failed, as text for the user; `needs`: the proof after which it can succeed. */
export type AccountProblem = { problem: string; code: string; needs?: Proof }

/** Calls supabase-js for the account page. Throws its error, which `accountProblem` reads. */
export async function callAccount<Result extends { data: unknown; error: unknown }>(
  work: (backend: Awaited<ReturnType<typeof loadBackend>>) => Promise<Result>,
): Promise<Extract<Result, { error: null }>['data']> {
  const { data, error } = await work(await loadBackend())
  if (error) throw error
  return data
}

/** Our messages by error code; any other code shows the server's message. */
const messages: Record<string, string> = {
  current_password_invalid: 'That is not your current password.',
  same_password: 'That is the password you have now. Please choose another.',
  weak_password: 'That password is too short, or too easy to guess. Please choose another.',
  email_exists: 'Another account has that address already.',
  over_email_send_rate_limit: 'A letter left a moment ago. Please wait a minute before asking for another.',
  over_sms_send_rate_limit: 'A text left a moment ago. Please wait a minute before asking for another.',
  over_request_rate_limit: 'That was tried too often. Please wait a few minutes.',
  mfa_verification_failed: 'That code does not fit, or has been used. Please wait for the next one.',
  mfa_challenge_expired: 'That took too long. Please try once more.',
  mfa_factor_name_conflict: 'You have a second factor of that name already.',
  mfa_verified_factor_exists: 'That number is a second factor of yours already.',
  mfa_factor_not_found: 'That has been removed meanwhile, or was left too long. Please begin again.',
  too_many_enrolled_mfa_factors: 'You have ten second factors. Please remove one first.',
  invalid_credentials: 'That is not your password.',
  captcha_failed: 'Here we cannot check that a person asks. Please log out and sign in again instead.',
  identity_already_exists: 'That account is linked to an account here already.',
  single_identity_not_deletable: 'This is the only way you can sign in, so it stays.',
  email_conflict_identity_not_deletable: 'This is how your address is known to be yours, so it stays.',
  manual_linking_disabled: 'Linking accounts is not offered here at the moment.',
}

const unreachable = 'The shop could not be reached. Nothing was changed; please try again in a moment.'
const endedSession = 'You have been signed out meanwhile. Please sign in again.'

type ErrorFields = { code?: unknown; message?: unknown; status?: unknown; details?: unknown; name?: unknown }

/** The problem of an error that supabase-js returned or threw, or of a `RequestError`. */
export function accountProblem(error: unknown): AccountProblem {
  const { code: sent, message, status, details, name } = (error ?? {}) as ErrorFields
  const code = typeof sent === 'string' ? sent : ''
  const needs = proofFor(code, details)
  if (code === 'over_request_rate_limit' && typeof message === 'string' && message.startsWith('Too many')) {
    return { code, problem: message }
  }
  if (messages[code]) return { code, problem: messages[code] }
  if (
    name === 'AuthSessionMissingError' ||
    status === 401 ||
    code === 'session_not_found' ||
    code === 'user_not_found'
  ) {
    return { code: code || 'signed_out', problem: endedSession, ...needs }
  }
  const isRefusal = typeof status === 'number' && status >= 400 && status < 500
  const problem = isRefusal && typeof message === 'string' && message ? message : unreachable
  return { code: code || 'unreachable', problem, ...needs }
}

function proofFor(code: string, details: unknown): { needs?: Proof } {
  if (code === 'insufficient_aal') return { needs: 'second_factor' }
  const reason = details && typeof details === 'object' && 'reason' in details ? details.reason : null
  return reason === 'second_factor' || reason === 'sign_in_again' ? { needs: reason } : {}
}
