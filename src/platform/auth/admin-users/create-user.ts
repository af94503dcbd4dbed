import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { type Account, reloadAccount } from '../account/account.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { isUuid, readEmail, readPhone } from '../read-body.ts'
import { readBanDuration } from './ban-duration.ts'
import { mergedJson, readPasswordHash, type UserParams } from './user-params.ts'
import { banUser, mapTakenErrors, requireFree, writeOwnIdentity } from './user-rows.ts'

/**
 * POST /admin/users, for callers with the service key: creates an account without e-mail. The account is unconfirmed by
 * default, also where sign-ups are confirmed automatically; its metadata is stored exactly as given. Refuses 422
 * `email_exists`, `phone_exists`, `weak_password`; 409 `conflict` for a taken id; 400 `validation_failed`.
 */
export async function createUser(accounts: AuthDeps, params: UserParams, agent: Agent): Promise<Account> {
  if (!params.email && !params.phone) throw invalid('Cannot create a user without either an email or phone')
  const email = params.email === undefined ? undefined : readEmail(params.email)
  const phone = params.phone === undefined ? undefined : readPhone(params.phone)
  const id = readId(params.id)
  const seconds = params.ban_duration === undefined ? null : readBanDuration(params.ban_duration)
  const hash = await readPasswordHash(accounts, params, { email: email ?? '', isAdmin: false })
  const making = accounts.db.asService(async (tx) => {
    await requireFree(tx, { email, phone })
    await insertUser(tx, { id, email, phone, hash, params })
    if (seconds !== null) await banUser(tx, id, seconds)
    await recordAuthEvent(tx, { action: 'user_signedup', userId: null, agent, details: { user_id: id, by: 'service' } })
    return reloadAccount(tx, id)
  })
  return mapTakenErrors(making)
}

function readId(id: string | undefined): string {
  if (id === undefined) return randomUUID()
  if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  if (/^[0-]+$/.test(id)) throw invalid('ID cannot be a nil uuid')
  return id.toLowerCase()
}

type New = {
  id: string
  email: string | undefined
  phone: string | undefined
  hash: string | null
  params: UserParams
}

async function insertUser(tx: Tx, { id, email, phone, hash, params }: New): Promise<void> {
  const now = sql<Date>`public.shop_now()`
  const emailVerified = email !== undefined && params.email_confirm === true
  const phoneVerified = phone !== undefined && params.phone_confirm === true
  const providers = [...(email === undefined ? [] : ['email']), ...(phone === undefined ? [] : ['phone'])]
  const verified = { ...(emailVerified && { email_verified: true }), ...(phoneVerified && { phone_verified: true }) }
  const made = await tx
    .insertInto('auth.users')
    .values({
      id,
      email: email ?? null,
      phone: phone ?? null,
      encrypted_password: hash,
      email_confirmed_at: emailVerified ? now : null,
      phone_confirmed_at: phoneVerified ? now : null,
      ...(params.role !== undefined && { role: params.role }),
      raw_app_meta_data: mergedJson({ provider: providers[0], providers }, params.app_metadata ?? {}) ?? '{}',
      raw_user_meta_data: JSON.stringify({ ...params.user_metadata, ...verified }),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new AuthError(409, 'conflict', 'A user with this id exists already')
  if (email !== undefined)
    await writeOwnIdentity(tx, { userId: id, provider: 'email', data: { email, email_verified: emailVerified } })
  if (phone !== undefined)
    await writeOwnIdentity(tx, { userId: id, provider: 'phone', data: { phone, phone_verified: phoneVerified } })
}
