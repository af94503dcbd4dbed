import type { Context } from 'hono'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Account, findAccountByEmail, reloadAccount } from '../account/account.ts'
import { createAccountUnlessThere } from '../account/create-account.ts'
import { type Agent, agentOf } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { requireCaptcha } from '../captcha.ts'
import { withDecoy } from '../decoy.ts'
import { limitRevealing } from '../limits.ts'
import { readChallenge } from '../mail-links/flows.ts'
import { readRedirect } from '../mail-links/redirects.ts'
import { sendLink, throttleAuthEmail } from '../mail-links/send-link.ts'
import { metadata, optionalText, readBody, readEmail, readPhone } from '../read-body.ts'
import { mailRequest } from './mail-request.ts'

const otpBody = mailRequest.extend({
  phone: optionalText,
  data: metadata.nullish(),
  create_user: z.boolean().nullish(),
})

/**
 * POST /otp: e-mails a sign-in link. An address without an account gets one without a password. The e-mail to a new or
 * unconfirmed account also confirms its address. Refuses 422 `otp_disabled` and 422 `signup_disabled` where no account
 * may be created: this tells that the address has none, and is limited (`limitRevealing`).
 */
export async function requestOtp(accounts: AuthDeps, c: Context<Env>): Promise<void> {
  const body = await readBody(c, otpBody)
  const { email, phone, data, create_user: create } = body
  if (email !== undefined && phone !== undefined)
    throw invalid('Only an email address or phone number should be provided')
  if (email === undefined && phone === undefined) throw invalid('One of email or phone must be set')
  if (phone !== undefined) {
    readPhone(phone)
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const address = readEmail(email)
  const challenge = readChallenge(body)
  if (create === false || !accounts.settings.signups) await limitRevealing(c, 'otp')
  await requireCaptcha(accounts, c, body)
  const redirectTo = readRedirect(accounts, c)
  await accounts.db.asService(async (tx) => {
    await throttleAuthEmail(accounts, tx, { kind: 'magic_link', address })
    const known = await findAccountByEmail(tx, address)
    if (!known && create === false) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
    if (!known && !accounts.settings.signups)
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    const account = known
      ? await alike(tx, known)
      : await signUp(accounts, tx, { address, data: data ?? {}, agent: agentOf(c) })
    const purpose = account.user.email_confirmed_at ? 'magiclink' : 'signup'
    await sendLink(accounts, tx, { account, purpose, address, redirectTo, challenge })
  })
}

/** The account, at the cost of creating one. */
async function alike(tx: Tx, account: Account): Promise<Account> {
  await withDecoy(tx, async () => undefined)
  return account
}

type NewOne = { address: string; data: Record<string, unknown>; agent: Agent }

async function signUp(accounts: AuthDeps, tx: Tx, { address, data, agent }: NewOne): Promise<Account> {
  const confirmed = accounts.settings.autoconfirm
  const id = await createAccountUnlessThere(tx, { email: address, passwordHash: null, userMetadata: data, confirmed })
  if (id !== null) {
    await recordAuthEvent(tx, { action: 'user_signedup', userId: id, agent, details: { method: 'otp' } })
    return reloadAccount(tx, id)
  }
  // A concurrent sign-up created it.
  const account = await findAccountByEmail(tx, address)
  if (!account) throw new AuthError(409, 'conflict', 'Please try again in a moment.')
  return account
}
