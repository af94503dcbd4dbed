import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { limits } from '../limits.ts'
import { requestOtp } from './request-otp.ts'
import { requestRecovery } from './request-recovery.ts'
import { resendAuthEmail } from './resend-auth-email.ts'

/**
 * Requests for e-mails (contract 4.3). Neither the response nor its time reveals whether an address has an account,
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
