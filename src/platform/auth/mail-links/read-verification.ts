import type { Context } from 'hono'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import type { Env } from '#platform/http/env.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { optionalText, readBody, readEmail, readPhone } from '../read-body.ts'

/**
 * The purposes that each `type` of /verify may redeem. GoTrue stores two purposes in one column, and so do the tokens
 * here.
 */
const types: Record<string, readonly Tables['auth.one_time_tokens']['token_type'][]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  email: ['confirmation_token', 'recovery_token'],
}
const phoneTypes = ['sms', 'phone_change']

type Types = readonly Tables['auth.one_time_tokens']['token_type'][]
export type Verification =
  | { by: 'link'; token: string; types: Types }
  | { by: 'code'; address: string; code: string; types: Types }

const body = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
})

/** The body of POST /verify. Refuses 400 for anything but a link's token or an address with its code. */
export async function readVerification(c: Context<Env>): Promise<Verification> {
  const { type, token, token_hash, email, phone, redirect_to } = await readBody(c, body)
  if (!type) throw invalid('Verify requires a verification type')
  if (!token === !token_hash) throw invalid('Verify requires either a token or a token hash')
  if (token_hash) {
    if (email || phone || redirect_to) throw invalid('Only the token_hash and type should be provided')
    return { by: 'link', token: token_hash, types: typesOf(type) }
  }
  if (!token || !email === !phone) throw invalid('Only an email address or phone number should be provided on verify')
  if (!phoneTypes.includes(type)) typesOf(type)
  if (phone) {
    readPhone(phone)
    throw wrongCode()
  }
  const address = readEmail(email)
  return { by: 'code', address, code: token, types: types[type] ?? [] }
}

/** The query of GET /verify; `type` and `token` are present. Refuses 400 for a type that no link has. */
export function readLink({ type, token }: { type: string; token: string }): Extract<Verification, { by: 'link' }> {
  if (type === 'email') throw invalid('Unsupported verification type')
  return { by: 'link', token, types: typesOf(type) }
}

export function wrongCode(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}

export function wrongLink(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}

function typesOf(type: string): Types {
  const found = Object.hasOwn(types, type) ? types[type] : undefined
  if (!found) throw invalid('Unsupported verification type')
  return found
}
