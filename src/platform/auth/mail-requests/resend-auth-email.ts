import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { findAccountByEmail } from '../account/account.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { requireCaptcha } from '../captcha.ts'
import { readChallenge } from '../mail-links/flows.ts'
import { readRedirect } from '../mail-links/redirects.ts'
import { sendLink, throttleAuthEmail } from '../mail-links/send-link.ts'
import { optionalText, readBody, readEmail, readPhone } from '../read-body.ts'
import { sendEmailChangeLinks } from '../user/request-email-change.ts'
import { mailRequest, sendAtEqualCost } from './mail-request.ts'

const resendBody = mailRequest.extend({ type: optionalText, phone: optionalText })

/**
 * POST /resend: e-mails a confirmation of a new account, or of a change of address, again. Without anything to confirm
 * nothing is sent, with the same response. Phones get nothing: they are no way to sign in here.
 */
export async function resendAuthEmail(accounts: AuthDeps, c: Context<Env>): Promise<void> {
  const body = await readBody(c, resendBody)
  const { type, email, phone } = body
  if (email !== undefined && phone !== undefined)
    throw invalid('Only an email address or phone number should be provided.')
  if (type === 'sms' || type === 'phone_change') {
    if (phone === undefined) throw invalid('Type provided requires a phone number')
    readPhone(phone)
    await requireCaptcha(accounts, c, body)
    return
  }
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (email === undefined) throw invalid('Type provided requires an email address')
  const address = readEmail(email)
  const challenge = readChallenge(body)
  await requireCaptcha(accounts, c, body)
  const redirectTo = readRedirect(accounts, c)
  if (type === 'signup') {
    await accounts.db.asService(async (tx) => {
      await throttleAuthEmail(accounts, tx, { kind: 'verification', address })
      const account = await findAccountByEmail(tx, address)
      await sendAtEqualCost(tx, account?.user.email_confirmed_at ? null : account, (to) =>
        sendLink(accounts, tx, { account: to, purpose: 'signup', address, redirectTo, challenge }),
      )
    })
    return
  }
  await accounts.db.asService(async (tx) => {
    // The account before the pauses, as in the change itself: the two must not deadlock.
    const account = await findAccountByEmail(tx, address, { lock: true })
    const changing = account?.user.email_change ? account : null
    const email = changing?.user.email_change || `${randomUUID()}@decoy.invalid`
    const isPaused = await startPauses(accounts, tx, { address, email })
    await sendAtEqualCost(tx, changing, async (to) => {
      if (!isPaused) await sendEmailChangeLinks(accounts, tx, { account: to, email, redirectTo, challenge })
    })
  })
}

/**
 * Both addresses' pauses, in the common order. The new one's pause is not revealed: the caller does not know that
 * address.
 */
async function startPauses(accounts: AuthDeps, tx: Tx, { address, email }: { address: string; email: string }) {
  let isPaused = false
  for (const each of [address, email].sort()) {
    try {
      await throttleAuthEmail(accounts, tx, { kind: 'email_change', address: each })
    } catch (error) {
      if (each === address || !(error instanceof AuthError)) throw error
      isPaused = true
    }
  }
  return isPaused
}
