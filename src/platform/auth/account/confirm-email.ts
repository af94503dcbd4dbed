import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { recordVerifiedEmail } from '../mail-links/email-identity.ts'
import { voidTokens } from '../mail-links/one-time-tokens.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import type { Account } from './account.ts'

export type Confirmation = {
  account: Account
  agent: Agent
  /** The confirmed address, if it is not the account's yet. */
  email?: string
  /** The flow that this confirmation finishes; every other flow ends. */
  keepFlow?: string | undefined
}

/**
 * Confirms the address of an unconfirmed account, and returns whether it did: a confirmed one stays unchanged. Before
 * the confirmation, anyone may have used this account under another person's address. So everything from before ends:
 * sessions, password, second factors, known devices, other identities, everything pending. The password survives only
 * if the new session sets it again.
 */
export async function confirmEmail(
  _accounts: Pick<AuthDeps, never>,
  tx: Tx,
  { account: { user }, agent, email = user.email ?? undefined, keepFlow }: Confirmation,
): Promise<boolean> {
  if (user.email_confirmed_at) return false
  if (!email) throw new Error('There is no address to confirm')
  const userId = user.id
  await endSessions(tx, userId)
  await tx.deleteFrom('auth.mfa_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('private.known_devices').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.identities').where('user_id', '=', userId).where('provider', '<>', 'email').execute()
  await voidTokens(tx, userId, { keepFlow })
  await tx
    .updateTable('auth.users')
    .set({
      email,
      email_confirmed_at: sql<Date>`public.shop_now()`,
      encrypted_password: null,
      password_expires_at: null,
      email_change: '',
      email_change_confirm_status: 0,
      phone_change: '',
      updated_at: sql<Date>`public.shop_now()`,
    })
    .where('id', '=', userId)
    .execute()
  await recordVerifiedEmail(tx, { userId, email })
  await recordAuthEvent(tx, { action: 'user_confirmed', userId, agent })
  return true
}
