import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { type Account, selectAccounts } from '../account/account.ts'
import type { Page } from './read-pages.ts'

/** One page of all users, the newest first, and their number. */
export async function listUsers(tx: Tx, { page, perPage }: Page): Promise<{ users: Account[]; total: number }> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from auth.users`.execute(tx)
  const skipped = (page - 1) * perPage
  const users = await selectAccounts(tx, sql`order by u.created_at desc, u.id limit ${perPage} offset ${skipped}`)
  return { users, total: rows[0]?.total ?? 0 }
}
