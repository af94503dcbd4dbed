import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { copyDatabase, RestoreRefused, requireNoFiles } from '#platform/backup/restore-database.ts'
import { checkRights } from '#platform/database/check-rights.ts'
import { openDb } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { withClient } from '#platform/database/with-client.ts'
import { type FileStore, originalName, storeCompared } from '#platform/storage/files/file-store.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { areOwnFiles, ownersMark } from '#platform/storage/files/own-files.ts'
import { type EmptyShop, otherFolder, rehearseSale } from '../backup/restore-shop.ts'
import { policies } from '../policies.ts'
import {
  asService,
  closingSetting,
  pictureStoreOf,
  pictureStoreSetting,
  readClosing,
  readSettings,
  writeSetting,
} from './closed-shop.ts'

/** The setting of the new database with the id of the move that filled it. */
const movedFromSetting = 'shop.moved_from'
/** The advisory lock of moves, a number of its own. */
const moveLock = 7_203_519_462
/** How long a program takes at most to read that the shop is closed, and jobs and requests have to end. */
const noticedMs = 2_500
const workEndsMs = 30_000

type Progress = (line: string) => void

/**
 * Moves the shop of one database into an empty one (`to`; `label` as the operator reads it): closes it, copies and
 * compares every row, places an order there that is rolled back, and marks the old one as moved, so that no program
 * sells from it again. If a step fails, the old shop is open again as it was.
 */
export async function moveDatabase(shop: EmptyShop, to: string, label: string, progress: Progress): Promise<void> {
  const migrationsDir = resolve('db/migrations')
  progress('Closing the shop …')
  await whileClosed(shop.connectionString, progress, async (_, move) => {
    const earlier = (await withClient(to, readSettings)).get(movedFromSetting)
    if (earlier === move) progress('The rows had already been copied.')
    else {
      progress('The shop is closed for a moment. Copying every row …')
      const afterwards = [
        `delete from private.settings where name in ('${closingSetting}', '${movedFromSetting}')`,
        `insert into private.settings (name, value) values ('${movedFromSetting}', to_jsonb('${move}'::text))`,
      ]
      const rows = await copyDatabase(shop.connectionString, to, { migrationsDir, afterwards })
      progress(`Copied and compared ${rows} rows.`)
    }
    await migrate(to, migrationsDir)
    await checkRights(to, policies)
    await rehearseSale({ ...shop, connectionString: to })
    return label
  })
}

/**
 * Moves the pictures between the data folder and the configured S3 bucket. The shop sells while they are copied, and is
 * closed while the last ones are; every file is read again and compared. Programs that use the old store stay closed
 * until they are started with the new one. The old files stay where they are. `missing`: what the old store had lost.
 */
export async function movePictures(
  { config, log, connectionString }: EmptyShop,
  to: 's3' | 'disk',
  progress: Progress,
) {
  const dataDir = resolve(config.DATA_DIR)
  const disk = openFileStore({ dataDir, config: {}, log })
  const bucket = openFileStore({ dataDir, config, log })
  const [from, target] = to === 's3' ? [disk, bucket] : [bucket, disk]
  const db = openDb({ connectionString, log, maxConnections: 1 })
  try {
    if (!(await areOwnFiles({ db, files: from })))
      throw new RestoreRefused('The picture store holds the pictures of another shop')
    // A store with files of this shop is that of a copy which goes on.
    if (!(await target.read(ownersMark))) await requireNoFiles(target)
    if (!(await areOwnFiles({ db, files: target })))
      throw new RestoreRefused('The new picture store contains the pictures of another shop')
  } finally {
    await db.close()
  }
  const copied = new Map<string, number>()
  progress('Copying the pictures while the shop is open …')
  await copyFiles(from, target, copied)
  progress('Closing the shop to copy the last ones …')
  const missing: string[] = []
  await whileClosed(connectionString, progress, async (client) => {
    await copyFiles(from, target, copied)
    const objects = await asService<{ id: string; version: string }>(client, 'select id, version from storage.objects')
    for (const name of objects.map(originalName)) if (!(await target.find(name))) missing.push(name)
    await writeSetting(client, pictureStoreSetting, pictureStoreOf(to === 's3' ? config : {}))
    await asService(client, otherFolder)
    return null
  })
  return { files: copied.size, bytes: [...copied.values()].reduce((sum, bytes) => sum + bytes, 0), missing }
}

/** Copies every file that is not in `copied` yet: files are never overwritten. */
async function copyFiles(from: FileStore, to: FileStore, copied: Map<string, number>): Promise<void> {
  for await (const { name } of from.list('')) {
    const bytes = copied.has(name) ? null : await from.stream(name)
    // Null: copied before, or removed since it was listed.
    if (bytes) copied.set(name, (await storeCompared(to, name, bytes)).sizeBytes)
  }
}

/** Opens a shop that a move closed. Returns where it had been moved to, or null where that move was not complete. */
export function reopenShop(connectionString: string): Promise<string | null> {
  return asMover(connectionString, async (client) => {
    const closing = readClosing(await readSettings(client))
    if (!closing) throw new RestoreRefused('This shop is already open')
    await reopen(client)
    return closing.movedTo
  })
}

/**
 * Closes the shop of a database for `work`, which returns where the shop is afterwards; null opens it again, and so does
 * a step that fails. Programs show that they are closed and start no job, running requests and jobs get half a minute,
 * then the role's connections are made read-only and every open one is ended: no transaction of a program can commit,
 * so a copy misses nothing. A kill leaves the shop closed. Refuses a shop that was moved away before.
 */
async function whileClosed(
  connectionString: string,
  progress: Progress,
  work: (client: pg.Client, move: string) => Promise<string | null>,
): Promise<void> {
  await asMover(connectionString, async (client) => {
    const before = readClosing(await readSettings(client))
    if (before?.movedTo) throw new RestoreRefused(`This shop was moved to ${before.movedTo}. Run the command there`)
    const closing = before ?? { move: randomUUID(), since: new Date().toISOString(), movedTo: null }
    await writeSetting(client, closingSetting, closing)
    try {
      await waitForWork(client)
      await setReadOnly(client, 'set default_transaction_read_only = on')
      await requireNoOtherRole(client)
      const movedTo = await work(client, closing.move)
      if (movedTo === null) await reopen(client)
      else await writeSetting(client, closingSetting, { ...closing, movedTo })
    } catch (error) {
      await reopen(client)
      progress('The move failed. The shop is open again, as it was.')
      throw error
    }
  })
}

/** A connection that writes although the database is closed. Rejects while another move runs. */
function asMover<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ connectionString, application_name: 'shop-move' }, async (client) => {
    await client.query('set default_transaction_read_only = off; set statement_timeout = 0')
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [moveLock])
    if (!rows[0]?.locked) throw new Error('Another move of this shop is running')
    return work(client)
  })
}

async function reopen(client: pg.Client): Promise<void> {
  await setReadOnly(client, 'reset default_transaction_read_only')
  await writeSetting(client, closingSetting, null)
}

const others = 'datname = current_database() and usename = current_user and pid <> pg_backend_pid()'

async function waitForWork(client: pg.Client): Promise<void> {
  const count = async (query: string) => (await client.query(query)).rowCount ?? 0
  if ((await count(`select from pg_stat_activity where ${others}`)) === 0) return
  await pause(noticedMs)
  const busy = `select from pg_stat_activity where ${others} and state <> 'idle' and application_name <> 'shop-watch'`
  const hasQueue = (await count(`select where to_regclass('pgboss.job') is not null`)) > 0
  const running = hasQueue ? `${busy} union all select from pgboss.job where state = 'active'` : busy
  const until = Date.now() + workEndsMs
  while ((await count(running)) > 0 && Date.now() < until) await pause(250)
}

/**
 * Changes what the role's next connections may do, and ends every one that is open. One that is just being opened
 * appears a moment later, so three looks in a row must find none.
 */
async function setReadOnly(client: pg.Client, change: string): Promise<void> {
  await client.query(
    `do $$ begin execute format('alter role current_user in database %I ${change}', current_database()); end $$`,
  )
  const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where ${others} and backend_start < $1::timestamptz`
  for (let quiet = 0, looks = 0; quiet < 3; looks += 1) {
    if (looks > 100) throw new Error('The shop’s connections to its database could not be ended')
    quiet = (await client.query(end, [rows[0]?.now])).rowCount === 0 ? quiet + 1 : 0
    await pause(200)
  }
}

async function requireNoOtherRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ usename: string }>(
    `select distinct usename from pg_stat_activity
     where datname = current_database() and application_name like 'shop%' and usename <> current_user`,
  )
  const names = rows.map(({ usename }) => usename).join(', ')
  if (names) throw new RestoreRefused(`The shop’s programs are connected as ${names}. Stop them first`)
}
