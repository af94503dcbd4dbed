import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { findAccountByEmail } from '../account/account.ts'
import { agentOf } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { requireCaptcha } from '../captcha.ts'
import { readChallenge } from '../mail-links/flows.ts'
import { readRedirect } from '../mail-links/redirects.ts'
import { sendLink, throttleAuthEmail } from '../mail-links/send-link.ts'
import { readBody, readEmail } from '../read-body.ts'
import { mailRequest, sendAtEqualCost } from './mail-request.ts'

/**
 * POST /recover: e-mails a link that signs in and leads to a new password. An address without an account gets nothing.
 */
export async function requestRecovery(accounts: AuthDeps, c: Context<Env>): Promise<void> {
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
