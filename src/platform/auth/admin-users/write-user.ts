import { createHash, randomUUID } from 'node:crypto'
import { shopNow, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type Account, reloadAccount, setUser } from '../account/account.ts'
import { recordVerifiedEmail, writeOwnIdentity } from '../account/email-address.ts'
import { keepOneAdministrator } from '../administrators.ts'
import { type Agent, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid, mapTakenErrors } from '../auth-error.ts'
import { voidTokens } from '../mail-links/one-time-tokens.ts'
import { nameProviders, unlinkForeignIdentities } from '../oauth/identities.ts'
import { isUuid, readEmail, readPhone } from '../read-body.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import {
  banUser,
  getUser,
  mergedJson,
  readBanDuration,
  readPasswordHash,
  requireFree,
  type UserParams,
} from './user-rows.ts'

/**
 * POST /admin/users, for callers with the service key: creates an account without e-mail. The account is unconfirmed by
 * default, also where sign-ups are confirmed automatically; its metadata is stored exactly as given. Refuses 422
 * `email_exists`, `phone_exists`, `weak_password`; 409 `conflict` for a taken id; 400 `validation_failed`.
 */
export async function createUser(deps: AuthDeps, params: UserParams, agent: Agent): Promise<Account> {
  if (!params.email && !params.phone) throw invalid('Cannot create a user without either an email or phone')
  const id = readId(params.id)
  const checked = await checkParams(deps, params, { email: '', isStaff: false })
  const { seconds } = checked
  const making = deps.db.asService(async (tx) => {
    await requireFree(tx, checked)
    await insertUser(tx, { id, ...checked }, params)
    if (seconds !== null) await banUser(tx, id, seconds)
    await recordAuthEvent(tx, { action: 'user_signedup', userId: null, agent, details: { user_id: id, by: 'service' } })
    return reloadAccount(tx, id)
  })
  return mapTakenErrors(making)
}

type Checked = Awaited<ReturnType<typeof checkParams>>

/** The checked values of a request; `known`: what the account has without them. */
async function checkParams(deps: AuthDeps, params: UserParams, known: { email: string; isStaff: boolean }) {
  const email = params.email === undefined ? undefined : readEmail(params.email)
  const phone = params.phone === undefined ? undefined : readPhone(params.phone)
  const seconds = params.ban_duration === undefined ? null : readBanDuration(params.ban_duration)
  const hash = await readPasswordHash(deps, params, { ...known, ...(email && { email }) })
  return { email, phone, seconds, hash }
}

function readId(id: string | undefined): string {
  if (id === undefined) return randomUUID()
  if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  if (/^[0-]+$/.test(id)) throw invalid('ID cannot be a nil uuid')
  return id.toLowerCase()
}

async function insertUser(tx: Tx, { id, email, phone, hash }: Checked & { id: string }, params: UserParams) {
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
      email_confirmed_at: emailVerified ? shopNow : null,
      phone_confirmed_at: phoneVerified ? shopNow : null,
      ...(params.role !== undefined && { role: params.role }),
      raw_app_meta_data: mergedJson({ provider: providers[0], providers }, params.app_metadata ?? {}) ?? '{}',
      raw_user_meta_data: JSON.stringify({ ...params.user_metadata, ...verified }),
      created_at: shopNow,
      updated_at: shopNow,
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

/**
 * PUT /admin/users/{id}, for callers with the service key: changes a user at once, without e-mail. A new password ends
 * every session, voids all earlier e-mails and unlinks foreign identities; a new address voids e-mails to the old one.
 * If the request confirms the address, earlier sessions end and the password stays. Refuses 404 `user_not_found`, and
 * the same taken or invalid values as POST.
 */
export async function updateUser(
  deps: AuthDeps,
  { id, params, agent }: { id: string; params: UserParams; agent: Agent },
): Promise<Account> {
  const { user, staffRole } = await deps.db.asService((tx) => getUser(tx, id))
  const { email, phone, seconds, hash } = await checkParams(deps, params, {
    email: user.email ?? '',
    isStaff: staffRole !== null,
  })
  const changing = deps.db.asService(async (tx) => {
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
  await setUser(tx, user.id, {
    ...(params.role !== undefined && { role: params.role }),
    ...(appMetadata !== undefined && { raw_app_meta_data: appMetadata }),
    ...(userMetadata !== undefined && { raw_user_meta_data: userMetadata }),
  })
}

async function setPassword(
  tx: Tx,
  { userId, hash, agent }: { userId: string; hash: string; agent: Agent },
): Promise<void> {
  await setUser(tx, userId, { encrypted_password: hash, password_expires_at: null })
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
  await setUser(tx, user.id, {
    email: address,
    ...(isConfirming && { email_confirmed_at: shopNow }),
    ...(isNew && { email_change: '', email_change_confirm_status: 0, email_change_sent_at: null }),
  })
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
  await setUser(tx, user.id, { phone: number, ...(confirm && { phone_confirmed_at: shopNow }) })
  const phone_verified = confirm || user.phone_confirmed_at !== null
  await writeOwnIdentity(tx, { userId: user.id, provider: 'phone', data: { phone: number, phone_verified } })
  await nameProviders(tx, user.id)
}

/**
 * DELETE /admin/users/{id}: removes the account and the rows that belong to it; rows that refer to it by a nullable key
 * stay. `soft` keeps the row without personal data: address and number become hashes, so both can be registered again.
 * Refuses 404 and, for the last administrator, 422 `conflict`.
 */
export async function deleteUser(
  tx: Tx,
  { id, soft, agent }: { id: string; soft: boolean; agent: Agent },
): Promise<void> {
  const account = await getUser(tx, id, { lock: true })
  const { user } = account
  await requireAnotherAdministrator(tx, user.id)
  if (soft && user.deleted_at) return
  await (soft ? forget(tx, account) : tx.deleteFrom('auth.users').where('id', '=', user.id).execute())
  const details = { user_id: user.id, by: 'service', soft }
  await recordAuthEvent(tx, { action: 'user_deleted', userId: null, agent, details })
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

async function forget(tx: Tx, { user, identities }: Account): Promise<void> {
  await voidTokens(tx, user.id)
  await endSessions(tx, user.id)
  for (const table of ['auth.mfa_factors', 'private.known_devices', 'user_roles'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', user.id).execute()
  }
  for (const { id, provider_id } of identities) {
    const columns = { provider_id: hashOf(user.id, provider_id), identity_data: '{}' }
    await tx.updateTable('auth.identities').set(columns).where('id', '=', id).execute()
  }
  await setUser(tx, user.id, {
    email: user.email && hashOf(user.id, user.email),
    phone: user.phone && hashOf(user.id, user.phone).slice(0, 15),
    email_change: user.email_change && hashOf(user.id, user.email_change),
    phone_change: user.phone_change && hashOf(user.id, user.phone_change).slice(0, 15),
    encrypted_password: null,
    password_expires_at: null,
    raw_app_meta_data: '{}',
    raw_user_meta_data: '{}',
    deleted_at: shopNow,
  })
}

/** GoTrue's form: base64url of SHA-256, so that the same address of the same account can be recognised. */
function hashOf(userId: string, text: string): string {
  return createHash('sha256')
    .update(userId + text)
    .digest('base64url')
}
