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
  current_password_invalid: 'That isn’t your current password.',
  same_password: 'That’s already your password. Please choose a new one.',
  weak_password: 'That password is too short or too easy to guess. Please choose another.',
  email_exists: 'Another account already uses that address.',
  over_email_send_rate_limit: 'We’ve just sent an e-mail. Please wait a minute before you request another.',
  over_sms_send_rate_limit: 'We’ve already sent a text message. Please wait a while before you request another.',
  over_request_rate_limit: 'Too many tries. Please wait a few minutes, then try again.',
  mfa_phone_enroll_not_enabled:
    'We can’t send text messages to that number. An authenticator app or a passkey works everywhere.',
  email_not_confirmed: 'Please confirm your e-mail address first, using the link we sent you.',
  mfa_verification_failed: 'That code isn’t right, or has already been used. Please enter the next one.',
  mfa_challenge_expired: 'That took too long. Please try again.',
  mfa_factor_name_conflict: 'You already have a second step with that name.',
  mfa_verified_factor_exists: 'You already use that number as a second step.',
  mfa_factor_not_found: 'That has expired or been removed. Please start again.',
  too_many_enrolled_mfa_factors: 'You can have up to ten second steps. Please remove one first.',
  invalid_credentials: 'That isn’t your password.',
  captcha_failed: 'We can’t run the security check here. Please sign out and sign in again instead.',
  reauthentication_needed: 'You signed in a while ago. Please sign out, sign in again, and then try once more.',
  identity_already_exists: 'That account is already linked to an account here.',
  single_identity_not_deletable: 'This is your only way to sign in, so it can’t be removed.',
  email_conflict_identity_not_deletable: 'This is how we know your address is yours, so it can’t be removed.',
  no_storage: 'Your browser isn’t storing anything for us, which linking an account needs.',
  manual_linking_disabled: 'You can’t link accounts here just now.',
}

const unreachable = 'We couldn’t reach the shop, so nothing has changed. Please try again in a moment.'
const endedSession = 'You’ve been signed out. Please sign in again.'

type ErrorFields = { code?: unknown; message?: unknown; status?: unknown; details?: unknown; name?: unknown }

/** The problem of an error that supabase-js returned or threw, or of a `RequestError`. */
export function accountProblem(error: unknown): AccountProblem {
  const { code: sent, message, status, details, name } = (error ?? {}) as ErrorFields
  const code = typeof sent === 'string' ? sent : ''
  const needs = proofFor(code, details)
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

/** The page to open after the link of an e-mail is confirmed: the account. */
export function emailRedirectUrl(): string {
  return `${window.location.origin}/account`
}
