import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Account, findAccountByEmail } from './account/account.ts'
import { createOrFindAccount, spendDecoy, withDecoy } from './account/create-account.ts'
import { sendEmailChangeLinks } from './account/email-address.ts'
import { agentOf, recordAuthEvent } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { AuthError, invalid } from './auth-error.ts'
import { captchaField, requireCaptcha } from './captcha.ts'
import { limitRevealing, limits } from './limits.ts'
import { challengeFields, readChallenge } from './mail-links/flows.ts'
import { readRedirect } from './mail-links/redirects.ts'
import { sendLink, throttleAuthEmail } from './mail-links/send-link.ts'
import { metadata, optionalText, readBody, readEmail, readPhone } from './read-body.ts'

const mailRequest = z.object({ email: optionalText, ...challengeFields, ...captchaField })

/**
 * Requests for e-mails. Neither the response nor its time reveals whether an address has an account,
 * except that of /otp where no account may be created, which is limited to 20 an hour (`limitRevealing`).
 */
export function mailRequestsApi(deps: AuthDeps): Hono<Env> {
  const respond = (request: (deps: AuthDeps, c: Context<Env>) => Promise<void>) => async (c: Context<Env>) => {
    await request(deps, c)
    return c.json({})
  }
  const otpLimit = limits.mail('otp')
  return (
    new Hono<Env>()
      .post('/recover', limits.mail('recover'), respond(requestRecovery))
      .post('/resend', limits.mail('resend'), respond(resendAuthEmail))
      .post('/otp', otpLimit, respond(requestOtp))
      // The name of `/otp` in older clients; both share one limit.
      .post('/magiclink', otpLimit, respond(requestOtp))
  )
}

/** The recipient, and how the link continues; after the captcha, where the shop has one. */
async function readRequest(deps: AuthDeps, c: Context<Env>, body: z.output<typeof mailRequest>) {
  const address = readEmail(body.email)
  const challenge = readChallenge(body)
  await requireCaptcha(deps, c, body)
  return { address, challenge, redirectTo: readRedirect(deps, c) }
}

/**
 * POST /recover: e-mails a link that signs in and leads to a new password. An address without an account gets nothing.
 */
async function requestRecovery(deps: AuthDeps, c: Context<Env>): Promise<void> {
  const request = await readRequest(deps, c, await readBody(c, mailRequest))
  const { address } = request
  await deps.db.asService(async (tx) => {
    await throttleAuthEmail(deps, tx, { kind: 'recovery', address })
    await sendAtEqualCost(tx, await findAccountByEmail(tx, address), async (account) => {
      await recordAuthEvent(tx, { action: 'user_recovery_requested', userId: account.user.id, agent: agentOf(c) })
      await sendLink(deps, tx, { ...request, account, purpose: 'recovery' })
    })
  })
}

const otpBody = mailRequest.extend({
  phone: optionalText,
  data: metadata.nullish(),
  create_user: z.boolean().nullish(),
})

/**
 * POST /otp: e-mails a sign-in link. An address without an account gets one without a password. The e-mail to a new or
 * unconfirmed account also confirms its address. Refuses 422 `otp_disabled` and 422 `signup_disabled` where no account
 * may be created: this reveals that the address has none, and is limited (`limitRevealing`).
 */
async function requestOtp(deps: AuthDeps, c: Context<Env>): Promise<void> {
  const body = await readBody(c, otpBody)
  const { email, phone, create_user: create } = body
  if (email !== undefined && phone !== undefined)
    throw invalid('Only an email address or phone number should be provided')
  if (email === undefined && phone === undefined) throw invalid('One of email or phone must be set')
  if (phone !== undefined) {
    readPhone(phone)
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const { signups, autoconfirm: confirmed } = deps.settings
  const request = await readRequest(deps, c, body)
  const { address } = request
  if (create === false || !signups) await limitRevealing(c, 'otp')
  await deps.db.asService(async (tx) => {
    await throttleAuthEmail(deps, tx, { kind: 'magic_link', address })
    const known = await findAccountByEmail(tx, address)
    if (!known && create === false) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
    if (!known && !signups) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    if (known) await spendDecoy(tx)
    const newAccount = { email: address, passwordHash: null, userMetadata: body.data ?? {}, confirmed }
    const { account, isNew } = known ? { account: known, isNew: false } : await createOrFindAccount(tx, newAccount)
    const event = { userId: account.user.id, agent: agentOf(c), details: { method: 'otp' } }
    if (isNew) await recordAuthEvent(tx, { action: 'user_signedup', ...event })
    const purpose = account.user.email_confirmed_at ? 'magiclink' : 'signup'
    await sendLink(deps, tx, { ...request, account, purpose })
  })
}

const resendBody = mailRequest.extend({ type: optionalText, phone: optionalText })

/**
 * POST /resend: e-mails a confirmation of a new account, or of a change of address, again. Without anything to confirm
 * nothing is sent, with the same response. Phones get nothing: they are no way to sign in here.
 */
async function resendAuthEmail(deps: AuthDeps, c: Context<Env>): Promise<void> {
  const body = await readBody(c, resendBody)
  const { type, email, phone } = body
  if (email !== undefined && phone !== undefined)
    throw invalid('Only an email address or phone number should be provided.')
  if (type === 'sms' || type === 'phone_change') {
    if (phone === undefined) throw invalid('Type provided requires a phone number')
    readPhone(phone)
    return requireCaptcha(deps, c, body)
  }
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (email === undefined) throw invalid('Type provided requires an email address')
  const request = await readRequest(deps, c, body)
  const { address } = request
  if (type === 'signup') {
    return deps.db.asService(async (tx) => {
      await throttleAuthEmail(deps, tx, { kind: 'verification', address })
      const account = await findAccountByEmail(tx, address)
      await sendAtEqualCost(tx, account?.user.email_confirmed_at ? null : account, (account) =>
        sendLink(deps, tx, { ...request, account, purpose: 'signup' }),
      )
    })
  }
  await deps.db.asService(async (tx) => {
    // The account before the pauses, as in the change itself: the two must not deadlock.
    const account = await findAccountByEmail(tx, address, { lock: true })
    const changing = account?.user.email_change ? account : null
    const email = changing?.user.email_change || `${randomUUID()}@decoy.invalid`
    const isPaused = await startPauses(deps, tx, { address, email })
    await sendAtEqualCost(tx, changing, async (account) => {
      if (!isPaused) await sendEmailChangeLinks(deps, tx, { ...request, account, email })
    })
  })
}

/**
 * Both addresses' pauses, in the common order. The new one's pause is not revealed: the caller does not know that
 * address.
 */
async function startPauses(deps: AuthDeps, tx: Tx, { address, email }: { address: string; email: string }) {
  let isPaused = false
  for (const each of [address, email].sort()) {
    try {
      await throttleAuthEmail(deps, tx, { kind: 'email_change', address: each })
    } catch (error) {
      if (each === address || !(error instanceof AuthError)) throw error
      isPaused = true
    }
  }
  return isPaused
}

/**
 * Calls `send` with the account, or as if there were one: a decoy is created and rolled back in both cases, so that
 * both cost the same statements.
 */
async function sendAtEqualCost(tx: Tx, account: Account | null, send: (to: Account) => Promise<unknown>) {
  if (!account) return withDecoy(tx, send)
  await spendDecoy(tx)
  return send(account)
}
