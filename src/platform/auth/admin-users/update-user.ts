import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Account } from '../account/account.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { recordVerifiedEmail } from '../mail-links/email-identity.ts'
import { voidTokens } from '../mail-links/one-time-tokens.ts'
import { nameProviders, unlinkForeignIdentities } from '../oauth/identities.ts'
import { readEmail, readPhone } from '../read-body.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { readBanDuration } from './ban-duration.ts'
import { mergedJson, readPasswordHash, type UserParams } from './user-params.ts'
import { banUser, getUser, mapTakenErrors, requireFree, writeOwnIdentity } from './user-rows.ts'

/**
 * PUT /admin/users/{id}, for callers with the service key: changes a user at once, without e-mail. A new password ends
 * every session, voids all earlier e-mails and unlinks foreign identities; a new address voids e-mails to the old one. If the request confirms the
 * address, earlier sessions end and the password stays. Refuses 404 `user_not_found`, and the same taken or invalid
 * values as POST.
 */
export async function updateUser(
  accounts: AuthDeps,
  { id, params, agent }: { id: string; params: UserParams; agent: Agent },
): Promise<Account> {
  const email = params.email === undefined ? undefined : readEmail(params.email)
  const phone = params.phone === undefined ? undefined : readPhone(params.phone)
  const seconds = params.ban_duration === undefined ? null : readBanDuration(params.ban_duration)
  const { user: before, isAdmin } = await accounts.db.asService((tx) => getUser(tx, id))
  const hash = await readPasswordHash(accounts, params, { email: email ?? before.email ?? '', isAdmin })
  const changing = accounts.db.asService(async (tx) => {
    const account = await getUser(tx, id, { lock: true })
    const userId = account.user.id
    await requireFree(tx, { email, phone, except: userId })
    await setPlainFields(tx, account, params)
    if (hash !== null) await setPassword(tx, { userId, hash, agent })
    await setEmail(tx, account, { email, confirm: params.email_confirm === true })
    await setPhone(tx, account, { phone, confirm: params.phone_confirm === true })
    if (hash !== null) await unlinkForeignIdentities(tx, userId)
    if (seconds !== null) await banUser(tx, userId, seconds)
    await recordAuthEvent(tx, { action: 'user_modified', userId: null, agent, details: { user_id: userId } })
    return getUser(tx, userId)
  })
  return mapTakenErrors(changing)
}

async function setPlainFields(tx: Tx, { user }: Account, params: UserParams): Promise<void> {
  const appMetadata = mergedJson(user.raw_app_meta_data, params.app_metadata)
  const userMetadata = mergedJson(user.raw_user_meta_data, params.user_metadata)
  await tx
    .updateTable('auth.users')
    .set({
      updated_at: sql<Date>`public.shop_now()`,
      ...(params.role !== undefined && { role: params.role }),
      ...(appMetadata !== undefined && { raw_app_meta_data: appMetadata }),
      ...(userMetadata !== undefined && { raw_user_meta_data: userMetadata }),
    })
    .where('id', '=', user.id)
    .execute()
}

async function setPassword(
  tx: Tx,
  { userId, hash, agent }: { userId: string; hash: string; agent: Agent },
): Promise<void> {
  const chosen = { encrypted_password: hash, password_expires_at: null }
  await tx.updateTable('auth.users').set(chosen).where('id', '=', userId).execute()
  await voidTokens(tx, userId)
  await endSessions(tx, userId)
  const details = { user_id: userId, by: 'service' }
  await recordAuthEvent(tx, { action: 'user_updated_password', userId: null, agent, details })
}

async function setEmail(
  tx: Tx,
  { user }: Account,
  { email, confirm }: { email: string | undefined; confirm: boolean },
): Promise<void> {
  const address = email ?? user.email
  const isNew = email !== undefined && email !== user.email
  const isConfirming = confirm && !user.email_confirmed_at
  if (!address || !(isNew || isConfirming)) return
  await tx
    .updateTable('auth.users')
    .set({
      email: address,
      ...(isConfirming && { email_confirmed_at: sql<Date>`public.shop_now()` }),
      ...(isNew && { email_change: '', email_change_confirm_status: 0, email_change_sent_at: null }),
    })
    .where('id', '=', user.id)
    .execute()
  if (isConfirming) await endSessions(tx, user.id)
  await voidTokens(tx, user.id)
  if (isConfirming || user.email_confirmed_at) await recordVerifiedEmail(tx, { userId: user.id, email: address })
  else await writeOwnIdentity(tx, { userId: user.id, provider: 'email', data: { email: address } })
}

async function setPhone(
  tx: Tx,
  { user }: Account,
  { phone, confirm }: { phone: string | undefined; confirm: boolean },
): Promise<void> {
  const number = phone ?? user.phone
  if (!number || (phone === undefined && !confirm)) return
  await tx
    .updateTable('auth.users')
    .set({ phone: number, ...(confirm && { phone_confirmed_at: sql<Date>`public.shop_now()` }) })
    .where('id', '=', user.id)
    .execute()
  const phone_verified = confirm || user.phone_confirmed_at !== null
  await writeOwnIdentity(tx, { userId: user.id, provider: 'phone', data: { phone: number, phone_verified } })
  await nameProviders(tx, user.id)
}
