import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { findAccountByEmail } from './account/account.ts'
import { confirmEmail } from './account/confirm-email.ts'
import { createAccount } from './account/create-account.ts'
import { hashPassword } from './passwords/password.ts'

type Wanted = { email: string | undefined; password: string | undefined; inventedFor: string }

/**
 * Makes the first administrator while there is none. `inventedFor` is the address used where none is configured;
 * a password that was made up here is answered, to be shown once. Null when an administrator already exists.
 */
export async function makeFirstAdministrator(db: Db, { email, password, inventedFor }: Wanted) {
  const invented = password === undefined
  const chosen = password ?? inventPassword()
  const address = (email ?? inventedFor).toLowerCase()
  const hash = await hashPassword(chosen)
  return db.asService(async (tx) => {
    // One of any number of programs starting at once makes her.
    await sql`select pg_advisory_xact_lock(7203519449)`.execute(tx)
    const existing = await tx
      .selectFrom('user_roles')
      .select('id')
      .where('role', '=', 'admin')
      .limit(1)
      .executeTakeFirst()
    if (existing) return null
    const { id, hasPassword } = await claimAccount(tx, address, hash)
    await tx.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute()
    return { email: address, password: invented && hasPassword ? chosen : null }
  })
}

/**
 * The account of an address the owner names, in small letters, and whether it has this password now: a new one has. So has
 * one whose address nobody ever confirmed, for it may be a stranger's who waits there for the role; all that was in it ends.
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

/** The id of the account of an address, however it is written. */
export async function findUser(tx: Tx, email: string): Promise<string | undefined> {
  const user = await tx.selectFrom('auth.users').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst()
  return user?.id
}

/** A verified account with a password; `email` in small letters. */
export function makeUser(tx: Tx, email: string, hash: string): Promise<string> {
  return createAccount(tx, { email, passwordHash: hash, confirmed: true })
}

/** Twenty letters and figures nobody confuses when reading them off a screen: about 98 bits. */
export function inventPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join(''),
  )
  return groups.join('-')
}
