import { sql } from 'kysely'
import type { Db, Tx } from '#infrastructure/db/db.ts'
import { Refusal } from '#infrastructure/refusal.ts'
import { findUser, inventPassword, makeUser } from './first-administrator.ts'
import { hashPassword } from './passwords/password.ts'

/**
 * Gives an address the role of an administrator. An address without an account gets one, with a password that is
 * answered, to be shown once. Adding an administrator again changes nothing. Refuses bad_request: no e-mail address.
 */
export async function addAdministrator(db: Db, email: string): Promise<{ email: string; password: string | null }> {
  const address = email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) throw new Refusal('bad_request', `${email} is no e-mail address.`)
  const password = inventPassword()
  const hash = await hashPassword(password)
  return db.asService(async (tx) => {
    const existing = await findUser(tx, address)
    const id = existing ?? (await makeUser(tx, address, hash))
    await tx
      .insertInto('user_roles')
      .values({ user_id: id, role: 'admin' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { email: address, password: existing ? null : password }
  })
}

/** Takes the role away; the account stays. Refuses not_found, and forbidden for the last administrator. */
export async function removeAdministrator(db: Db, email: string): Promise<void> {
  await db.asService(async (tx) => {
    const id = await findUser(tx, email.trim().toLowerCase())
    if (!id || !(await keepOneAdministrator(tx, id))) {
      throw new Refusal('not_found', `${email} is no administrator.`)
    }
    await tx.deleteFrom('user_roles').where('user_id', '=', id).where('role', '=', 'admin').execute()
  })
}

/**
 * To be asked before somebody loses the role, or the account with it: says whether she has it. Refuses forbidden
 * (`last_administrator`) where she is the only one. Two who go at once wait for each other here, so one of them stays.
 */
export async function keepOneAdministrator(tx: Tx, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7203519449)`.execute(tx)
  const all = await tx.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
  if (!all.some(({ user_id }) => user_id === userId)) return false
  if (all.length > 1) return true
  const message = 'The last administrator stays: add another one first.'
  throw new Refusal('forbidden', message, { details: { reason: 'last_administrator' } })
}

/** The addresses of all administrators, the first one first. */
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
