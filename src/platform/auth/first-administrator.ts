import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { findAccountByEmail } from './account/account.ts'
import { confirmEmail } from './account/confirm-email.ts'
import { createAccount } from './account/create-account.ts'
import { hashPassword } from './passwords/password.ts'

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
    const existing = await tx
      .selectFrom('user_roles')
      .select('id')
      .where('role', '=', 'admin')
      .limit(1)
      .executeTakeFirst()
    if (existing) return false
    const { id, hasPassword } = await claimAccount(tx, address, hash)
    await tx.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute()
    if (invented && hasPassword) {
      await limitPassword(tx, id, { live })
      await keep({ email: address, password: chosen })
    }
    return true
  })
}

/**
 * Returns the account of an address in lower case, and whether it has this password now. A new account gets it. An
 * unconfirmed account gets it too, and loses everything from before, since a stranger may have created it to get the
 * role. A confirmed account keeps its own password.
 */
export async function claimAccount(
  tx: Tx,
  address: string,
  hash: string,
): Promise<{ id: string; hasPassword: boolean }> {
  const account = await findAccountByEmail(tx, address, { lock: true })
  if (!account) return { id: await makeUser(tx, address, hash), hasPassword: true }
  const { id } = account.user
  const agent = { ip: 'local', userAgent: '', requestId: '' }
  if (!(await confirmEmail({}, tx, { account, agent }))) return { id, hasPassword: false }
  await tx.updateTable('auth.users').set({ encrypted_password: hash }).where('id', '=', id).execute()
  return { id, hasPassword: true }
}

/** The account's password, which was generated, ends: it must not become the one that its owner keeps. */
export async function limitPassword(tx: Tx, id: string, { live }: { live: boolean }): Promise<void> {
  const ends = live ? endInLiveShop : endInRehearsal
  await tx.updateTable('auth.users').set({ password_expires_at: ends }).where('id', '=', id).execute()
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

/** The id of the account of an address, in any case. */
export async function findUser(tx: Tx, email: string): Promise<string | undefined> {
  const user = await tx.selectFrom('auth.users').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst()
  return user?.id
}

/** A confirmed account with a password; `email` in lower case. */
export function makeUser(tx: Tx, email: string, hash: string): Promise<string> {
  return createAccount(tx, { email, passwordHash: hash, confirmed: true })
}

/** Twenty unambiguous letters and digits: about 98 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join(''),
  )
  return groups.join('-')
}
