import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '#platform/http/env.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { captchaField, requireCaptcha } from '../captcha.ts'
import { limits } from '../limits.ts'
import { challengeFields, readChallenge } from '../mail-links/flows.ts'
import { readRedirect } from '../mail-links/redirects.ts'
import { hashQueued } from '../passwords/password-queue.ts'
import { validatePassword } from '../passwords/validate-password.ts'
import { metadata, optionalText, readBody, readEmail } from '../read-body.ts'
import { type SignUp, signUp } from './sign-up.ts'

/** POST /signup. */
export function signUpApi(accounts: AuthDeps): Hono<Env> {
  return new Hono<Env>().post('/signup', limits.mail('signup'), async (c) =>
    c.json(await signUp(accounts, await readSignUp(accounts, c))),
  )
}

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata.nullish(),
  ...challengeFields,
  ...captchaField,
})

/** The validated request, with the password hashed: also for an address with an account, so that it takes as long. */
async function readSignUp(accounts: AuthDeps, c: Context<Env>): Promise<SignUp> {
  const { email, phone, password, data, ...rest } = await readBody(c, body)
  await requireCaptcha(accounts, c, rest)
  if (!accounts.settings.signups) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  if (!email && !phone) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!password) throw invalid('Signup requires a valid password')
  if (email && phone) throw invalid('Only an email address or phone number should be provided on signup.')
  await validatePassword(accounts, { password, email })
  if (!email) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  const address = readEmail(email)
  const challenge = readChallenge(rest)
  const redirectTo = readRedirect(accounts, c)
  const passwordHash = await hashQueued(password)
  return { address, passwordHash, data: data ?? {}, challenge, redirectTo, agent: agentOf(c) }
}
