import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { readOrMakeSecret } from '#platform/secrets/secrets.ts'
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

const folderSetting = 'storage.folder'

/**
 * Logs an error when this process uses another image folder than the database remembers: a second copy of the shop with
 * its own disk, or a lost folder. It does not refuse to start, because a shop whose disk failed must start. Each folder
 * has a mark, and the database remembers the first one; without objects, the newest. Returns false for another folder.
 */
export async function warnOfOtherFolder({
  db,
  files,
  folder,
  log,
}: {
  db: Db
  files: Pick<FileStore, 'kind'>
  folder: string
  log: Log
}): Promise<boolean> {
  if (files.kind !== 'disk') return true
  const mark = await readOrMakeSecret(folder, 'folder-mark')
  const { rows } = await db.asService((tx) =>
    sql<{
      value: string
    }>`insert into private.settings as known (name, value) values (${folderSetting}, to_jsonb(${mark}::text))
      on conflict (name) do update set value = case when exists (select from storage.objects) then known.value
        else excluded.value end
      returning value #>> '{}' as value`.execute(tx),
  )
  if (rows[0]?.value === mark) return true
  log.error(
    { folder },
    'the pictures of this shop were kept in another folder: bring it here, share it between all copies of the shop, or keep them in an S3 bucket',
  )
  return false
}
