import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { findAccountByEmail, type Identity } from '../account/account.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { Caller } from '../caller.ts'
import { voidTokens } from '../mail-links/one-time-tokens.ts'
import { nameProviders } from './identities.ts'
import { requireFreshSession } from './linking-caller.ts'

type Unlinking = { caller: Pick<Caller, 'account' | 'sessionId'>; identityId: string; agent: Agent }

/**
 * Removes an identity from an account whose row is locked. Refuses 422 `single_identity_not_deletable`,
 * `identity_not_found` and `email_conflict_identity_not_deletable`, and 403 `reauthentication_needed` if the identity has
 * the account's own address, as the email identity has, and the sign-in is not recent. Without the email identity the password is removed
 * too. If no remaining identity has the account's address, the account takes one that its provider has verified; never
 * another one.
 */
export async function unlinkIdentity(tx: Tx, { caller, identityId, agent }: Unlinking): Promise<void> {
  const { user, identities } = caller.account
  if (identities.length <= 1) {
    const message = 'User must have at least 1 identity after unlinking'
    throw new AuthError(422, 'single_identity_not_deletable', message)
  }
  const leaving = identities.find(({ id }) => id === identityId)
  if (!leaving) throw new AuthError(422, 'identity_not_found', 'Identity doesn’t exist')
  if (leaving.email && leaving.email === user.email?.toLowerCase()) await requireFreshSession(tx, caller)
  const staying = identities.filter((each) => each !== leaving)
  await tx.deleteFrom('auth.identities').where('id', '=', identityId).where('user_id', '=', user.id).execute()
  if (leaving.provider === 'email') {
    const none = { encrypted_password: null, password_expires_at: null }
    await tx.updateTable('auth.users').set(none).where('id', '=', user.id).execute()
    await voidTokens(tx, user.id)
  }
  const address = addressLeft(user.email, staying)
  if (address) await takeAddress(tx, user.id, address)
  await nameProviders(tx, user.id)
  await tx
    .updateTable('auth.users')
    .set({ updated_at: sql<Date>`public.shop_now()` })
    .where('id', '=', user.id)
    .execute()
  const details = { provider: leaving.provider }
  await recordAuthEvent(tx, { action: 'identity_unlinked', userId: user.id, agent, details })
}

/** The account's new address, if it changes; null if it keeps its own. */
function addressLeft(present: string | null, staying: Identity[]): string | null {
  if (staying.some(({ email }) => email !== null && email === present?.toLowerCase())) return null
  const verified = staying.find(({ email, identity_data }) => email && identity_data.email_verified === true)
  return verified?.email ?? null
}

async function takeAddress(tx: Tx, userId: string, email: string): Promise<void> {
  const other = await findAccountByEmail(tx, email)
  if (other && other.user.id !== userId) {
    const message = 'Unable to unlink identity due to email conflict'
    throw new AuthError(422, 'email_conflict_identity_not_deletable', message)
  }
  await tx
    .updateTable('auth.users')
    .set({ email, email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, public.shop_now())` })
    .where('id', '=', userId)
    .execute()
  await voidTokens(tx, userId)
}
