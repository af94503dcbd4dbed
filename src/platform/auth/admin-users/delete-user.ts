import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { User } from '../account/account.ts'
import { keepOneAdministrator } from '../administrators.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import { voidTokens } from '../mail-links/one-time-tokens.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { getUser } from './user-rows.ts'

/**
 * DELETE /admin/users/{id}: removes the account and the rows that belong to it; rows that refer to it by a nullable key
 * stay. `soft` keeps the row without personal data: address and number become hashes, so both can be registered again.
 * Refuses 404 and, for the last administrator, 422 `conflict`.
 */
export async function deleteUser(
  tx: Tx,
  { id, soft, agent }: { id: string; soft: boolean; agent: Agent },
): Promise<void> {
  const { user } = await getUser(tx, id, { lock: true })
  await requireAnotherAdministrator(tx, user.id)
  if (soft) {
    if (user.deleted_at) return
    await forget(tx, user)
  } else {
    await tx.deleteFrom('auth.users').where('id', '=', user.id).execute()
  }
  await recordAuthEvent(tx, {
    action: 'user_deleted',
    userId: null,
    agent,
    details: { user_id: user.id, by: 'service', soft },
  })
}

async function requireAnotherAdministrator(tx: Tx, userId: string): Promise<void> {
  try {
    await keepOneAdministrator(tx, userId)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const message = 'The last administrator cannot be deleted: add another one first'
    throw new AuthError(422, 'conflict', message, { cause })
  }
}

async function forget(tx: Tx, user: User): Promise<void> {
  await voidTokens(tx, user.id)
  await endSessions(tx, user.id)
  for (const table of ['auth.mfa_factors', 'private.known_devices', 'user_roles'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', user.id).execute()
  }
  const { rows } = await sql<{ id: string; provider_id: string }>`
    select id, provider_id from auth.identities where user_id = ${user.id}`.execute(tx)
  for (const identity of rows) {
    await tx
      .updateTable('auth.identities')
      .set({ provider_id: hashOf(user.id, identity.provider_id), identity_data: '{}' })
      .where('id', '=', identity.id)
      .execute()
  }
  await tx
    .updateTable('auth.users')
    .set({
      email: user.email && hashOf(user.id, user.email),
      phone: user.phone && hashOf(user.id, user.phone).slice(0, 15),
      email_change: user.email_change && hashOf(user.id, user.email_change),
      phone_change: user.phone_change && hashOf(user.id, user.phone_change).slice(0, 15),
      encrypted_password: null,
      password_expires_at: null,
      raw_app_meta_data: '{}',
      raw_user_meta_data: '{}',
      deleted_at: sql<Date>`public.shop_now()`,
      updated_at: sql<Date>`public.shop_now()`,
    })
    .where('id', '=', user.id)
    .execute()
}

/** GoTrue's form: base64url of SHA-256, so that the same address of the same account can be recognised. */
function hashOf(userId: string, text: string): string {
  return createHash('sha256')
    .update(userId + text)
    .digest('base64url')
}
