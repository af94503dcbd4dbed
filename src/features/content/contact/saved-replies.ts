import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { SavedReply } from './messages.contract.ts'

const columns = ['id', 'name', 'reply', 'version'] as const

export function listSavedReplies(tx: Tx): Promise<SavedReply[]> {
  return tx.selectFrom('private.saved_replies').select(columns).orderBy(sql`lower(name)`).orderBy('id').execute()
}

type Written = { id?: string | undefined; version?: number | undefined; name: string; reply: string }

/** Refuses not_found for a deleted one, conflict for another version. */
export async function saveReply(tx: Tx, { id, version, name, reply }: Written): Promise<SavedReply> {
  if (id === undefined) {
    return tx.insertInto('private.saved_replies').values({ name, reply }).returning(columns).executeTakeFirstOrThrow()
  }
  const saved = await tx
    .updateTable('private.saved_replies')
    .set({ name, reply, version: sql`version + 1`, updated_at: sql`public.shop_now()` })
    .where('id', '=', id)
    .where('version', '=', version ?? 0)
    .returning(columns)
    .executeTakeFirst()
  return saved ?? refuseOther(tx, id)
}

/** Refuses as `saveReply`. */
export async function removeReply(tx: Tx, { id, version }: { id: string; version: number }): Promise<string> {
  const { numDeletedRows } = await tx
    .deleteFrom('private.saved_replies')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n ? id : refuseOther(tx, id)
}

async function refuseOther(tx: Tx, id: string): Promise<never> {
  const now = await tx.selectFrom('private.saved_replies').select(columns).where('id', '=', id).executeTakeFirst()
  if (!now) throw new AppError('not_found', 'This saved reply has been deleted.')
  throw new AppError('conflict', 'Someone else has just changed this saved reply.', { details: { current: now } })
}
