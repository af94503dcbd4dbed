import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { readOrMakeSecret } from '#platform/secrets/secrets.ts'
import type { FileStore } from './file-store.ts'

const setting = 'storage.folder'

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
    }>`insert into private.settings as known (name, value) values (${setting}, to_jsonb(${mark}::text))
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
