import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import { type Account, findAccount } from './account/account.ts'
import { createAccount, type NewAccount } from './account/create-account.ts'

/**
 * Does the work for an account that does not exist: creates one at an unused address, does `work` with it, and rolls
 * both back, e-mails and jobs included. So an address costs the same whether it has an account or not. Returns the
 * result of `work`.
 */
export async function withDecoy<Result>(
  tx: Tx,
  work: (account: Account) => Promise<Result>,
  { like = {} }: { like?: Partial<NewAccount> } = {},
): Promise<Result> {
  await sql`savepoint decoy`.execute(tx)
  const email = `${randomUUID()}@decoy.invalid`
  const account = await findAccount(
    tx,
    await createAccount(tx, { passwordHash: null, confirmed: true, ...like, email }),
  )
  if (!account) throw new Error('A decoy was not there')
  const result = await work(account)
  await sql`rollback to savepoint decoy`.execute(tx)
  await sql`release savepoint decoy`.execute(tx)
  return result
}
