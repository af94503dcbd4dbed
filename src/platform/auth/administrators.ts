import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { typedAddress } from '../email/address.ts'
import { AppError } from '../http/errors/app-error.ts'
import { findAccountByEmail } from './account/account.ts'
import { recordAuthEvent } from './audit.ts'
import { claimAccount, findUser, generatePassword, limitPassword } from './first-administrator.ts'
import { voidTokens } from './mail-links/one-time-tokens.ts'
import { unlinkForeignIdentities } from './oauth/identities.ts'
import { hashPassword } from './passwords/password.ts'
import { endSessions } from './sessions/end-sessions.ts'

/**
 * Gives an address the role of an administrator. An address without an account gets an account and a new password,
 * which is returned and shown once. An account whose address was never confirmed also gets a new password, since anyone
 * may have created it. Adding an administrator again changes nothing. Refuses bad_request: no e-mail address.
 */
export async function addAdministrator(
  db: Db,
  email: string,
  { live = true } = {},
): Promise<{ email: string; password: string | null }> {
  const address = typedAddress(email)?.toLowerCase()
  if (!address) throw new AppError('bad_request', `${email} is no e-mail address.`)
  const password = generatePassword()
  const hash = await hashPassword(password)
  return db.asService(async (tx) => {
    const { id, hasPassword } = await claimAccount(tx, address, hash)
    if (hasPassword) await limitPassword(tx, id, { live })
    await tx
      .insertInto('user_roles')
      .values({ user_id: id, role: 'admin' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { email: address, password: hasPassword ? password : null }
  })
}

/** Takes the role away; the account stays. Refuses not_found, and forbidden for the last administrator. */
export async function removeAdministrator(db: Db, email: string): Promise<void> {
  await db.asService(async (tx) => {
    const id = await findUser(tx, email.trim().toLowerCase())
    if (!id || !(await keepOneAdministrator(tx, id))) {
      throw new AppError('not_found', `${email} is no administrator.`)
    }
    await tx.deleteFrom('user_roles').where('user_id', '=', id).where('role', '=', 'admin').execute()
  })
}

/**
 * Sets and returns a new password for an administrator, to be shown once, and ends all sessions: for an administrator
 * who is locked out and gets no e-mail. The second factors stay. Refuses not_found.
 */
export async function resetAdministratorPassword(db: Db, email: string, { live = true } = {}): Promise<string> {
  const password = generatePassword()
  const hash = await hashPassword(password)
  await db.asService(async (tx) => {
    const account = await findAccountByEmail(tx, email.trim(), { lock: true })
    if (!account?.isAdmin) throw new AppError('not_found', `${email} is no administrator.`)
    const { id } = account.user
    await tx.updateTable('auth.users').set({ encrypted_password: hash }).where('id', '=', id).execute()
    await limitPassword(tx, id, { live })
    await voidTokens(tx, id)
    await endSessions(tx, id)
    await unlinkForeignIdentities(tx, id)
    const agent = { ip: 'local', userAgent: '', requestId: '' }
    const details = { user_id: id, by: 'command line' }
    await recordAuthEvent(tx, { action: 'user_updated_password', userId: null, agent, details })
  })
  return password
}

/**
 * Ends all sessions of an account, or without an address of every account, and returns how many: after a theft or a
 * leak. Everyone signs in again. Refuses not_found.
 */
export async function signOutEverywhere(db: Db, email: string | null): Promise<number> {
  return db.asService(async (tx) => {
    const id = email === null ? null : await findUser(tx, email.trim().toLowerCase())
    if (id === undefined) throw new AppError('not_found', `There is no account with ${email}.`)
    const ending = tx.deleteFrom('auth.sessions')
    const { numDeletedRows } = await (id === null ? ending : ending.where('user_id', '=', id)).executeTakeFirstOrThrow()
    const agent = { ip: 'local', userAgent: '', requestId: '' }
    const details = {
      ...(id !== null && { user_id: id }),
      scope: id === null ? 'everyone' : 'global',
      by: 'command line',
    }
    await recordAuthEvent(tx, { action: 'logout', userId: null, agent, details })
    return Number(numDeletedRows)
  })
}

/**
 * Called before an account loses the role or is deleted: returns whether it has the role. Refuses forbidden
 * (`last_administrator`) for the only one. Concurrent calls wait for each other here, so one administrator remains.
 */
export async function keepOneAdministrator(tx: Tx, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7203519449)`.execute(tx)
  const all = await tx.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
  if (!all.some(({ user_id }) => user_id === userId)) return false
  if (all.length > 1) return true
  const message = 'The last administrator stays: add another one first.'
  throw new AppError('forbidden', message, { details: { reason: 'last_administrator' } })
}

/** The addresses of all administrators, in order of creation. */
export async function listAdministrators(db: Db): Promise<string[]> {
  const rows = await db.asService((tx) =>
    tx
      .selectFrom('user_roles')
      .innerJoin('auth.users', 'auth.users.id', 'user_roles.user_id')
      .select('auth.users.email')
      .where('user_roles.role', '=', 'admin')
      .orderBy('user_roles.created_at')
      .execute(),
  )
  return rows.map(({ email }) => email ?? '')
}
