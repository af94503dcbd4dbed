import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { typedAddress } from '#platform/email/address.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { findAccountByEmail, setUser } from './account/account.ts'
import { createAccount } from './account/create-account.ts'
import { confirmEmail } from './account/email-address.ts'
import { localAgent, recordAuthEvent } from './audit.ts'
import { voidTokens } from './mail-links/one-time-tokens.ts'
import { unlinkForeignIdentities } from './oauth/identities.ts'
import { hashPassword } from './passwords/password.ts'
import { endSessions } from './sessions/end-sessions.ts'

/**
 * Gives an address the role of an administrator. An address without an account gets an account and a new password,
 * which is returned and shown once. An account whose address was never confirmed also gets a new password, since anyone
 * may have created it. Adding an administrator again changes nothing; a helper becomes one. Refuses bad_request: no
 * e-mail address.
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
    const { id, hasPassword } = await claimAccount(tx, address, { hash, ends: endOfGenerated(live) })
    await tx
      .insertInto('user_roles')
      .values({ user_id: id, role: 'admin' })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ role: 'admin' }).where('user_roles.role', '<>', 'admin'),
      )
      .execute()
    return { email: address, password: hasPassword ? password : null }
  })
}

/** Takes the role away; the account stays. Refuses not_found, and forbidden for the last administrator. */
export async function removeAdministrator(db: Db, email: string): Promise<void> {
  await db.asService(async (tx) => {
    const id = (await findAccountByEmail(tx, email.trim()))?.user.id
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
    if (account?.staffRole !== 'admin') throw new AppError('not_found', `${email} is no administrator.`)
    const { id } = account.user
    await setUser(tx, id, { encrypted_password: hash, password_expires_at: endOfGenerated(live) })
    await voidTokens(tx, id)
    await endSessions(tx, id)
    await unlinkForeignIdentities(tx, id)
    const details = { user_id: id, by: 'command line' }
    await recordAuthEvent(tx, { action: 'user_updated_password', userId: null, agent: localAgent, details })
  })
  return password
}

/**
 * Ends all sessions of an account, or without an address of every account, and returns how many: after a theft or a
 * leak. Everyone signs in again. Refuses not_found.
 */
export async function signOutEverywhere(db: Db, email: string | null): Promise<number> {
  return db.asService(async (tx) => {
    const id = email === null ? null : (await findAccountByEmail(tx, email.trim()))?.user.id
    if (id === undefined) throw new AppError('not_found', `There is no account with ${email}.`)
    const ending = tx.deleteFrom('auth.sessions')
    const { numDeletedRows } = await (id === null ? ending : ending.where('user_id', '=', id)).executeTakeFirstOrThrow()
    const details = { ...(id && { user_id: id }), scope: id ? 'global' : 'everyone', by: 'command line' }
    await recordAuthEvent(tx, { action: 'logout', userId: null, agent: localAgent, details })
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

/** How long a generated password opens a live shop: within these days its owner chooses one of her own. */
const generatedPasswordDays = 7
const endInLiveShop = sql<Date>`public.shop_now() + ${generatedPasswordDays} * interval '1 day'`
/** After every rehearsal: its clock jumps, and the days begin with the first live start. */
const endInRehearsal = sql<Date>`timestamptz '9999-01-01 00:00:00+00'`

/** What a live shop says where it hands one over. */
export const noteOfGeneratedPassword = `It signs you in for ${generatedPasswordDays} days: choose a password of your own at /account before then.`

type FirstAdministrator = {
  email: string | undefined
  password: string | undefined
  /** The address without a configured one. */
  inventedFor: string
  /** Whether the shop sells, or is a rehearsal. */
  live: boolean
  /** Hands over a generated password. Where this rejects, no account is created. */
  keep(made: { email: string; password: string }): Promise<void>
}

/** Creates the first administrator if there is none, and resolves to whether it has. */
export async function createFirstAdministrator(db: Db, options: FirstAdministrator): Promise<boolean> {
  const { email, password, inventedFor, live, keep } = options
  const invented = password === undefined
  const chosen = password ?? generatePassword()
  const address = (email ?? inventedFor).toLowerCase()
  const hash = await hashPassword(chosen)
  return db.asService(async (tx) => {
    // Of concurrent starts, one creates the account.
    await sql`select pg_advisory_xact_lock(7203519449)`.execute(tx)
    const existing = await tx.selectFrom('user_roles').select('id').where('role', '=', 'admin').executeTakeFirst()
    if (existing) return false
    const ends = invented ? endOfGenerated(live) : null
    const { id, hasPassword } = await claimAccount(tx, address, { hash, ends })
    await tx
      .insertInto('user_roles')
      .values({ user_id: id, role: 'admin' })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role: 'admin' }))
      .execute()
    if (invented && hasPassword) await keep({ email: address, password: chosen })
    return true
  })
}

/**
 * Returns the account of an address in lower case, and whether it has this password now. A new account gets it. An
 * unconfirmed account gets it too, and loses everything from before, since a stranger may have created it to get the
 * role. A confirmed account keeps its own password.
 */
async function claimAccount(
  tx: Tx,
  address: string,
  { hash, ends }: { hash: string; ends: RawBuilder<Date> | null },
): Promise<{ id: string; hasPassword: boolean }> {
  const account = await findAccountByEmail(tx, address, { lock: true })
  const id = account?.user.id ?? (await createAccount(tx, { email: address, passwordHash: null, confirmed: true }))
  const hasPassword = !account || (await confirmEmail(tx, { account, agent: localAgent }))
  if (hasPassword) await setUser(tx, id, { encrypted_password: hash, password_expires_at: ends })
  return { id, hasPassword }
}

/** When a generated password ends: it must not become the one that its owner keeps. */
function endOfGenerated(live: boolean): RawBuilder<Date> {
  return live ? endInLiveShop : endInRehearsal
}

/**
 * At each live start: the passwords that were generated in a rehearsal of this database have their days from now on.
 * Returns how many those are.
 */
export async function limitPasswordsOfRehearsal(db: Db): Promise<number> {
  const { numUpdatedRows } = await db.asService((tx) =>
    tx
      .updateTable('auth.users')
      .set({ password_expires_at: endInLiveShop })
      .where('password_expires_at', '>', endInLiveShop)
      .executeTakeFirstOrThrow(),
  )
  return Number(numUpdatedRows)
}

/** Twenty unambiguous letters and digits: about 98 bits. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join(''),
  )
  return groups.join('-')
}
