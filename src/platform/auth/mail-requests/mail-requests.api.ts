import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { findAccountByEmail } from '../account/account.ts'
import { agentOf } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { requireCaptcha } from '../captcha.ts'
import { limits } from '../limits.ts'
import { readChallenge } from '../mail-links/flows.ts'
import { readRedirect } from '../mail-links/redirects.ts'
import { sendLink, throttleAuthEmail } from '../mail-links/send-link.ts'
import { readBody, readEmail } from '../read-body.ts'
import { mailRequest, sendAtEqualCost } from './mail-request.ts'
import { requestOtp } from './request-otp.ts'
import { resendAuthEmail } from './resend-auth-email.ts'

/**
 * Requests for e-mails. Neither the response nor its time reveals whether an address has an account,
 * except that of /otp where no account may be created, which is limited to 20 an hour (`limitRevealing`).
 */
export function mailRequestsApi(accounts: AuthDeps): Hono<Env> {
  const otpLimit = limits.mail('otp')
  const otp = async (c: Context<Env>) => {
    await requestOtp(accounts, c)
    return c.json({})
  }
  return (
    new Hono<Env>()
      .post('/recover', limits.mail('recover'), async (c) => {
        await requestRecovery(accounts, c)
        return c.json({})
      })
      .post('/resend', limits.mail('resend'), async (c) => {
        await resendAuthEmail(accounts, c)
        return c.json({})
      })
      .post('/otp', otpLimit, otp)
      // The name of `/otp` in older clients; both share one limit.
      .post('/magiclink', otpLimit, otp)
  )
}

/**
 * POST /recover: e-mails a link that signs in and leads to a new password. An address without an account gets nothing.
 */
async function requestRecovery(accounts: AuthDeps, c: Context<Env>): Promise<void> {
  const body = await readBody(c, mailRequest)
  const address = readEmail(body.email)
  const challenge = readChallenge(body)
  await requireCaptcha(accounts, c, body)
  const redirectTo = readRedirect(accounts, c)
  await accounts.db.asService(async (tx) => {
    await throttleAuthEmail(accounts, tx, { kind: 'recovery', address })
    await sendAtEqualCost(tx, await findAccountByEmail(tx, address), async (account) => {
      await recordAuthEvent(tx, { action: 'user_recovery_requested', userId: account.user.id, agent: agentOf(c) })
      await sendLink(accounts, tx, { account, purpose: 'recovery', address, redirectTo, challenge })
    })
  })
}
