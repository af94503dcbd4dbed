import type { Context } from 'hono'
import { z } from 'zod'
import type { Env } from '#platform/http/env.ts'
import { type Account, findAccountByEmail, reloadAccount } from '../account/account.ts'
import { createAccount } from '../account/create-account.ts'
import { agentOf } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { readRedirect } from '../mail-links/redirects.ts'
import { sendLink } from '../mail-links/send-link.ts'
import { metadata, optionalText, readBody, readEmail } from '../read-body.ts'
import { emailExists } from './require-free.ts'

const invitation = z.object({ email: optionalText, data: metadata.nullish() })

/**
 * POST /invite: an account without a password, and an e-mail whose link confirms the address and leads to choosing one.
 * An unconfirmed address is invited again. Refuses 422 `email_exists`.
 */
export async function inviteUser(accounts: AuthDeps, c: Context<Env>): Promise<Account> {
  const body = await readBody(c, invitation)
  const email = readEmail(body.email)
  const redirectTo = readRedirect(accounts, c)
  return accounts.db.asService(async (tx) => {
    const found = await findAccountByEmail(tx, email, { lock: true })
    if (found?.user.email_confirmed_at) throw emailExists()
    const userMetadata = body.data ?? undefined
    const id = found?.user.id ?? (await createAccount(tx, { email, passwordHash: null, userMetadata, invited: true }))
    const account = found ?? (await reloadAccount(tx, id))
    await sendLink(accounts, tx, { account, purpose: 'invite', address: email, redirectTo, challenge: null })
    await recordAuthEvent(tx, { action: 'user_invited', userId: null, agent: agentOf(c), details: { user_id: id } })
    return reloadAccount(tx, id)
  })
}
