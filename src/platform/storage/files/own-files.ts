import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { FileStore } from './file-store.ts'

const setting = 'storage.shop'

/** The file with the id of the database that owns the other files. */
export const ownersMark = 'shop-mark'

/**
 * Whether the files in the store belong to this database. The first process to check writes a mark that file store and
 * database share from then on: with another database (a copy of the shop, a wrong DATABASE_URL) the sweep would delete
 * every file as an orphan.
 */
export async function areOwnFiles({ db, files }: { db: Db; files: Pick<FileStore, 'read' | 'put'> }): Promise<boolean> {
  const mine = await readMark(db)
  const theirs = await files.read(ownersMark)
  if (theirs) return theirs.toString('utf8') === mine
  await files.put(ownersMark, Buffer.from(mine), 'text/plain')
  return true
}

async function readMark(db: Db): Promise<string> {
  return db.asService(async (tx) => {
    const read = sql<{ value: string }>`select value #>> '{}' as value from private.settings where name = ${setting}`
    const known = (await read.execute(tx)).rows[0]
    if (known) return known.value
    await sql`insert into private.settings (name, value) values (${setting}, to_jsonb(${randomUUID()}::text))
      on conflict (name) do nothing`.execute(tx)
    const made = (await read.execute(tx)).rows[0]
    if (!made) throw new Error('The mark of the shop could not be kept')
    return made.value
  })
}
