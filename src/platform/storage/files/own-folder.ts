import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { readOrMakeSecret } from '#platform/secrets/secrets.ts'
import type { FileStore } from './file-store.ts'

const setting = 'storage.folder'

/**
 * Says loudly when this program keeps pictures in another folder than the one the database remembers: a second copy of the
 * shop with a disk of its own, or a folder that was lost. Whether the other copy still runs cannot be known, and a shop
 * whose disk died must start, so it is not refused. Each folder bears a mark, and the first one is remembered; where
 * there is no object yet the newest. False: it is another one.
 */
export async function tellOfOtherFolder({
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
