import type { SupabaseClient } from '@supabase/supabase-js'
import { loadBackend } from '#platform/client/backend-client.ts'

/** The value of a call to /auth/v1, or the problem. */
export type AuthResult<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: AuthProblem }

/** Calls /auth/v1. Never throws: no connection is a problem too. Browser only. */
export async function callAuth<Value>(
  call: (auth: SupabaseClient['auth']) => Promise<{ data: Value; error: unknown }>,
): Promise<AuthResult<Value>> {
  try {
    const { auth } = await loadBackend()
    const { data, error } = await call(auth)
    return error ? { problem: readAuthProblem(error) } : { value: data }
  } catch (error) {
    return { problem: readAuthProblem(error) }
  }
}

/** Why a call to /auth/v1 failed. */
export type AuthProblem = {
  /** The server's error code; `unreachable` without a response. */
  code: string
  /** The server's message, for a notice; empty if the server has none for users. */
  serverMessage: string
  /** Our message, which says what the user can do. */
  message: string
  /** The field that shows the message; null: the whole form. */
  field: 'email' | 'password' | 'code' | null
}

const messages: Record<string, string> = {
  unreachable: 'We couldn’t connect. Please check your internet connection and try again.',
  unknown: 'Sorry, something went wrong. Please try again in a moment.',
  invalid_credentials: 'That e-mail and password don’t match.',
  email_not_confirmed: 'Please confirm your address first, using the link we e-mailed you.',
  user_already_exists: 'There’s already an account with that address.',
  email_exists: 'There’s already an account with that address.',
  user_banned: 'This account is closed. If you think that’s a mistake, please write to us.',
  signup_disabled: 'We’re not taking new accounts just now.',
  captcha_failed: 'The security check didn’t work. Please try again.',
  over_request_rate_limit: 'Too many tries. Please wait a few minutes, then try again.',
  over_email_send_rate_limit:
    'We sent an e-mail to that address less than a minute ago. Please wait a minute, then try again.',
  over_sms_send_rate_limit:
    'We’ve already sent a text message. Please give it a few minutes to arrive, or choose another way.',
  sms_send_failed: 'We couldn’t send a text message to that number. Please check it, or choose another way.',
  texts_unavailable: 'We can’t send text messages just now. Please try again in a few minutes, or choose another way.',
  texts_used_up: 'We can’t send any more text messages today. Please choose another way, or try again tomorrow.',
  mfa_verification_failed: 'That code isn’t right, or has already been used. Please enter the next one.',
  mfa_challenge_expired: 'That took too long. Please try again.',
  mfa_ip_address_mismatch: 'That didn’t work. Please enter the next code.',
  mfa_factor_not_found: 'That has expired. Please sign in again.',
  passkey_refused: 'We didn’t get a passkey. Please try again.',
  otp_expired: 'This link has already been used or has expired.',
  session_not_found: 'You’ve been signed out. Please sign in again.',
  no_storage:
    'Your browser isn’t storing anything for us, which this way of signing in needs. Please use your password.',
  conflict: 'That was sent twice at once. Please try again.',
}

/** The fields that show a message; every other is the whole form’s. */
const fields: Record<string, AuthProblem['field']> = {
  invalid_credentials: 'password',
  email_not_confirmed: 'email',
  user_already_exists: 'email',
  email_exists: 'email',
  mfa_verification_failed: 'code',
  mfa_challenge_expired: 'code',
  mfa_ip_address_mismatch: 'code',
}

/** Messages for passwords that are long enough and still refused. */
const weakPasswordMessages: Record<string, string> = {
  pwned: 'Too easy to guess. Three unrelated words are better.',
  characters: 'Please mix letters with numbers or symbols.',
}

/** The problem for an error code. */
export function authProblem(code: string, serverMessage = ''): AuthProblem {
  const known = Object.hasOwn(messages, code) ? messages[code] : undefined
  const message = known ?? (serverMessage || 'That didn’t work. Please try again in a moment.')
  return { code, serverMessage, message, field: known ? (fields[code] ?? null) : null }
}

/** The problem for an error that supabase-js returned or threw. */
export function readAuthProblem(error: unknown): AuthProblem {
  const { code, message: sent, status, reasons, name } = (error ?? {}) as Record<string, unknown>
  const serverMessage = typeof sent === 'string' ? sent : ''
  if (name === 'AuthSessionMissingError') return authProblem('session_not_found', serverMessage)
  // supabase-js drops the code of a 5xx response; this message comes from `sendTextCode`.
  if (status === 500 && serverMessage === 'Error sending sms') return authProblem('texts_unavailable', serverMessage)
  if (status === 429 && code === 'sms_send_failed') return authProblem('texts_used_up', serverMessage)
  // Server and network errors have no message for users.
  if (typeof status !== 'number' || status < 400 || status >= 500) return authProblem('unreachable')
  if (code === 'weak_password')
    return { code, serverMessage, message: weakPasswordMessage(reasons) ?? serverMessage, field: 'password' }
  if (code === 'validation_failed')
    return { code, serverMessage, message: serverMessage, field: fieldNamedIn(serverMessage) }
  return authProblem(typeof code === 'string' ? code : 'unknown', serverMessage)
}

function weakPasswordMessage(reasons: unknown): string | undefined {
  const reason = Array.isArray(reasons)
    ? reasons.find((given) => Object.hasOwn(weakPasswordMessages, String(given)))
    : undefined
  return weakPasswordMessages[String(reason)]
}

/** The server names the field only in its message. */
function fieldNamedIn(serverMessage: string): AuthProblem['field'] {
  if (/password/i.test(serverMessage)) return 'password'
  if (/email/i.test(serverMessage)) return 'email'
  return /code/i.test(serverMessage) ? 'code' : null
}

/** What a token says, unverified; empty for one that cannot be read. */
export function claimsIn(token: string): Record<string, unknown> {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(part), (byte) => byte.charCodeAt(0))
    return Object(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {}
  }
}
