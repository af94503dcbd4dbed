import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { Log } from '../log.ts'
import type { PictureBuckets } from './buckets/bucket.ts'
import type { FileStore, StoredFile } from './files/file-store.ts'
import { areOwnFiles, ownersMark } from './files/own-files.ts'

const batch = 200

/** The advisory lock of backups, a number of its own: while one reads files, no sweep removes any. */
export const filesLock = 7_203_519_461

/** What a sweep removed. */
export type Swept = { unfinished: number; rows: number; files: number }

/**
 * Removes uploads that were begun an hour ago and never finished, pictures that have been out of use for a week, and
 * files a day old that no row names. Rows go first, their files in a later sweep, so a sweep may stop at any point.
 * Files of another database are left alone and logged. `isShown`: an SQL condition on `object`, a row of
 * storage.objects, that says whether the application shows the picture. `now` is the machine's time, which files have
 * too.
 */
export async function sweepStorage({
  db,
  files,
  log,
  pictureBuckets,
  isShown,
  now = new Date(),
}: PictureBuckets & {
  db: Db
  files: FileStore
  log: Log
  isShown: RawBuilder<boolean>
  now?: Date
}): Promise<Swept> {
  if (!(await areOwnFiles({ db, files }))) {
    log.error(
      { mark: ownersMark },
      'the stored files are those of a shop with another database, so none is swept: if they are this one’s, remove the mark',
    )
    return { unfinished: 0, rows: 0, files: 0 }
  }
  const unfinished = await files.sweepUnfinished(hoursBefore(now, 1))
  const rows = await removeUnshown(db, [...pictureBuckets], isShown)
  let removed = 0
  // A former version kept the cards beside shared links under `sharing/`; no row names them.
  for (const folder of ['objects/', 'renditions/', 'sharing/'])
    removed += await removeOrphans({ db, files }, folder, hoursBefore(now, 24))
  const swept = { unfinished, rows, files: removed }
  if (unfinished + rows + removed > 0) log.info(swept, 'storage was swept')
  return swept
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * 3_600_000)
}

/** Removes files of no row's version. Younger files may belong to an upload in progress. */
async function removeOrphans(
  { db, files }: { db: Db; files: FileStore },
  folder: string,
  before: Date,
): Promise<number> {
  let removed = 0
  let some: StoredFile[] = []
  const checkBatch = async () => {
    removed += await removeBatch({ db, files }, some)
    some = []
  }
  for await (const file of files.list(folder)) {
    if (file.modifiedAt >= before) continue
    some.push(file)
    if (some.length >= batch) await checkBatch()
  }
  await checkBatch()
  return removed
}

/** Under the lock until the files are removed, so that a backup begins before or after. */
async function removeBatch({ db, files }: { db: Db; files: FileStore }, some: StoredFile[]): Promise<number> {
  if (some.length === 0) return 0
  return db.asService(async (tx) => {
    const lock = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${filesLock}) as free`.execute(tx)
    if (!lock.rows[0]?.free) return 0
    const orphans = await withoutRow(tx, some)
    await files.remove(orphans)
    return orphans.length
  })
}

async function withoutRow(tx: Tx, some: StoredFile[]): Promise<string[]> {
  const ids = [...new Set(some.map(({ name }) => idOf(name)))].filter((id) => uuid.test(id))
  const { rows } = await sql<{ place: string }>`select id || '/' || version as place from storage.objects
    where id = any(${ids}::uuid[])`.execute(tx)
  const known = new Set(rows.map(({ place }) => place))
  return some.map(({ name }) => name).filter((name) => !known.has(placeOf(name)))
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** `objects/<id>/<version>` and `renditions/<id>/<version>/…`. */
function idOf(name: string): string {
  return name.split('/')[1] ?? ''
}

function placeOf(name: string): string {
  return name.split('/').slice(1, 3).join('/')
}

/** Rows removed in one sweep; the next one continues. */
const mostRows = 500

/**
 * Rows of picture buckets that are a week old and not shown. They are locked first, so that nothing starts to show one
 * meanwhile; rows locked by another transaction are skipped. Then the condition is checked again, because rows written
 * before the lock were invisible to the first query.
 */
async function removeUnshown(db: Db, buckets: string[], isShown: RawBuilder<boolean>): Promise<number> {
  const old = sql`object.bucket_id = any(${buckets}::text[])
    and greatest(object.created_at, object.updated_at) < now() - interval '7 days'`
  return db.asService(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from storage.objects as object
      where ${old} and not ${isShown} order by created_at limit ${mostRows} for update skip locked`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    const removed = await sql`delete from storage.objects as object
      where id = any(${ids}::uuid[]) and ${old} and not ${isShown}`.execute(tx)
    return Number(removed.numAffectedRows ?? 0)
  })
}
