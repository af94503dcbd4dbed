import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { type Account, selectAccounts } from '../account/account.ts'
import { AuthError } from '../auth-error.ts'
import { isUuid } from '../read-body.ts'

/**
 * A user by id, soft-deleted ones included: the service sees all. Refuses 404 `validation_failed` (no id), 404
 * `user_not_found`. `lock` keeps the row until the transaction ends.
 */
export async function getUser(tx: Tx, id: string, { lock = false } = {}): Promise<Account> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const [account] = await selectAccounts(tx, sql`where u.id = ${id}::uuid ${lock ? sql`for update of u` : sql``}`)
  if (!account) throw new AuthError(404, 'user_not_found', 'User not found')
  return account
}
