import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Log } from '../log.ts'
import type { FileStore, StoredFile } from './files/file-store.ts'
import { areOwnFiles, ownersMark } from './files/own-files.ts'

/** Files that are asked about at once. */
const batch = 500

/** What a sweep took away. */
type Swept = { unfinished: number; rows: number; files: number }

/**
 * Takes away what nothing will ever show: writing that was begun an hour ago and never finished, pictures no garment or
 * order has shown for a week, and files a day old that no row names. Rows go first, their files at a later turn. Stopped
 * anywhere it has done no harm. Files of another database's shop it does not touch, and says so. `now` is the machine's own time, as files bear it.
 */
export async function sweepStorage({
  db,
  files,
  log,
  now = new Date(),
}: {
  db: Db
  files: FileStore
  log: Log
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
  const rows = await removeUnshown(db)
  let removed = 0
  for (const folder of ['objects/', 'renditions/'])
    removed += await removeOrphans({ db, files }, folder, hoursBefore(now, 24))
  const swept = { unfinished, rows, files: removed }
  if (unfinished + rows + removed > 0) log.info(swept, 'storage was swept')
  return swept
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * 3_600_000)
}

/** Files of no row's version; what is younger may belong to an upload that is under way. */
async function removeOrphans(
  { db, files }: { db: Db; files: FileStore },
  folder: string,
  before: Date,
): Promise<number> {
  let removed = 0
  let some: StoredFile[] = []
  const look = async () => {
    const orphans = await withoutRow(db, some)
    await files.remove(orphans)
    removed += orphans.length
    some = []
  }
  for await (const file of files.list(folder)) {
    if (file.modifiedAt >= before) continue
    some.push(file)
    if (some.length >= batch) await look()
  }
  await look()
  return removed
}

async function withoutRow(db: Db, some: StoredFile[]): Promise<string[]> {
  if (some.length === 0) return []
  const ids = [...new Set(some.map(({ name }) => idOf(name)))].filter((id) => uuid.test(id))
  const { rows } = await db.asService((tx) =>
    sql<{ place: string }>`select id || '/' || version as place from storage.objects
      where id = any(${ids}::uuid[])`.execute(tx),
  )
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

/** In one turn; the rest goes at the next. */
const mostRows = 500

/**
 * Rows of product-images, a week old, that no garment shows, nor a deleted one, which can be restored, nor an order.
 * First they are locked, so that no garment takes one up meanwhile, or passed over where one is just doing that; then
 * they are looked at again, as what was written before the lock was not to be seen before.
 */
async function removeUnshown(db: Db): Promise<number> {
  return db.asService(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from storage.objects as object
      where ${old} and ${unshown} order by created_at limit ${mostRows} for update skip locked`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    const removed = await sql`delete from storage.objects as object
      where id = any(${ids}::uuid[]) and ${old} and ${unshown}`.execute(tx)
    return Number(removed.numAffectedRows ?? 0)
  })
}

const old = sql`object.bucket_id = 'product-images' and greatest(object.created_at, object.updated_at) < now() - interval '7 days'`

const unshown = sql`not exists (
    select from public.products, jsonb_array_elements(products.pictures) as shown (one)
     where private.object_name_from_url(shown.one ->> 'url') = object.name
  ) and not exists (
    select from public.products where private.object_name_from_url(products.image_url) = object.name
  ) and not exists (
    select from public.order_lines
     where order_lines.image_url is not null and private.object_name_from_url(order_lines.image_url) = object.name
  ) and not exists (
    select from private.deleted_products as deleted,
        jsonb_array_elements(coalesce(deleted.product -> 'pictures', '[]') || jsonb_build_array(deleted.product)) as shown (one)
     where private.object_name_from_url(coalesce(shown.one ->> 'url', shown.one ->> 'image_url')) = object.name
  )`
