import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { toWireUser } from '../account/wire-user.ts'
import { agentOf } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { findCaller } from '../caller.ts'
import { limits } from '../limits.ts'
import { sendLink, throttleAuthEmail } from '../mail-links/send-link.ts'
import { updateUser } from './update-user.ts'

/** A user's own record. */
export function userApi(accounts: AuthDeps): Hono<Env> {
  return new Hono<Env>()
    .get('/user', async (c) => {
      const { account } = await accounts.db.asService((tx) => findCaller(accounts, tx, c))
      return c.json(toWireUser(account))
    })
    .put('/user', limits.mail('user'), async (c) => c.json(toWireUser(await updateUser(accounts, c))))
    .get('/reauthenticate', limits.mail('reauthenticate'), async (c) => {
      await reauthenticate(accounts, c)
      return c.json({})
    })
}

/**
 * GET /reauthenticate: e-mails the caller six digits, for `nonce` of a new password. Refuses 400 for an
 * account without an address, 422 `email_not_confirmed`, and 429 within a minute of the last.
 */
async function reauthenticate(accounts: AuthDeps, c: Context<Env>): Promise<void> {
  await accounts.db.asService(async (tx) => {
    const { account } = await findCaller(accounts, tx, c, { lock: true })
    const { id, email: address, email_confirmed_at } = account.user
    // Phones are a second factor here and no way to sign in, so a code by text message would prove nothing.
    if (!address) throw invalid('Reauthentication requires the user to have an email or a phone number')
    if (!email_confirmed_at) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    await throttleAuthEmail(accounts, tx, { kind: 'reauthentication', address })
    await recordAuthEvent(tx, { action: 'user_reauthenticate_requested', userId: id, agent: agentOf(c) })
    const redirectTo = `${accounts.siteUrl}/`
    await sendLink(accounts, tx, { account, purpose: 'reauthentication', address, redirectTo, challenge: null })
  })
}
