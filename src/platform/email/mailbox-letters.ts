import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

export type ShortLetter = { id: string; sender: string; recipient: string; subject: string; receivedAt: Date }
export type StoredLetter = ShortLetter & {
  html: string
  text: string
  messageId: string
  headers: Record<string, string>
}

export const lettersPerPage = 50

/**
 * The newest first, one more than a page, so that one knows whether there are others. `search` is looked for in
 * addresses, subject and text; `before`: only letters older than this one.
 */
export function listLetters(
  db: Db,
  { search, before }: { search: string; before: string | null },
): Promise<ShortLetter[]> {
  const like = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return db.asService(async (tx: Tx) => {
    const { rows } = await sql<ShortLetter>`
      select id, sender, recipient, subject, received_at as "receivedAt" from private.mailbox
       where (${before}::bigint is null or id < ${before}::bigint)
         and (${search} = '' or recipient ilike ${like} or subject ilike ${like} or text ilike ${like})
       order by id desc limit ${lettersPerPage + 1}`.execute(tx)
    return rows
  })
}

export function findLetter(db: Db, id: string): Promise<StoredLetter | null> {
  return db.asService(async (tx: Tx) => {
    const { rows } = await sql<StoredLetter>`
      select id, sender, recipient, subject, received_at as "receivedAt", html, text, message_id as "messageId", headers
        from private.mailbox where id = ${id}::bigint`.execute(tx)
    return rows[0] ?? null
  })
}
