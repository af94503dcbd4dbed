import type { Context } from 'hono'
import { z } from 'zod'
import { mailAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { captchaField, requireCaptcha } from '../captcha.ts'
import { optionalText, readBody } from '../read-body.ts'
import type { SessionAnswer } from '../sessions/session-answer.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

const body = z.object({ email: optionalText, phone: optionalText, password: z.string().nullish(), ...captchaField })

/**
 * `grant_type=password` (contract 4.2). Refuses 400 `phone_provider_disabled`: accounts have no telephone sign-in here.
 */
export async function passwordGrant(accounts: AuthDeps, c: Context<Env>): Promise<SessionAnswer> {
  const { email, phone, password, ...security } = await readBody(c, body)
  await requireCaptcha(accounts, c, security)
  if (email && phone) throw invalid('Only an email address or phone number should be provided on login.')
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!email) throw invalid('missing email or phone')
  // As stored when the account was created; an invalid address is searched too, without a result.
  const address = (mailAddress(email.trim()) ?? email.trim()).toLowerCase()
  return signInWithPassword(accounts, { email: address, password: password ?? '', agent: agentOf(c) })
}
