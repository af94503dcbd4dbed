import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { migrate } from '../database/migrate.ts'
import { keyOf, readMigrations } from '../database/migration-files.ts'
import { type FileStore, hashed } from '../storage/files/file-store.ts'
import { type BackupTable, listTables, withoutGuards } from './backup-tables.ts'
import { connectForCopy, copyOut, openSnapshot, type Snapshot } from './database-snapshot.ts'
import { createRowFingerprint, type TableEntry } from './manifest.ts'

/** Thrown before anything is changed: the place is not one that this backup can be restored into. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

type RestoredRows = Pick<Snapshot, 'migrations' | 'tables' | 'sequences'> & {
  migrationsDir: string
  /** SQL that is run with the restored rows, and must not cause e-mails. */
  afterwards: readonly string[]
  /**
   * Calls `copy` with the rows of each table, referenced tables first, and returns what each table must contain then.
   */
  load: (copy: (table: string, rows: AsyncIterable<Buffer>) => Promise<void>) => Promise<TableEntry[]>
}

/**
 * Brings a database without a shop to these migrations and replaces its rows, in one transaction. Every table is read
 * again and compared with what `load` says, then `afterwards` is run, and the guards are put back.
 */
export async function restoreDatabase(
  connectionString: string,
  { migrations, migrationsDir, tables, sequences, afterwards, load }: RestoredRows,
): Promise<TableEntry[]> {
  await migrate(connectionString, migrationsDir, { only: migrations.map(keyOf) })
  const byName = new Map(tables.map((table) => [table.name, table]))
  return fillEmpty(connectionString, 'shop-restore', async (client, present) => {
    requireSameTables(present, tables)
    // Migrations insert a few rows, which are in the backup as they were then.
    await client.query(`truncate ${[...byName.keys()].join(', ')}`)
    const expected = await load(async (name, rows) => {
      const table = byName.get(name)
      if (!table) throw new RestoreRefused(`The backup has a table that this version of the shop lacks: ${name}`)
      await pipeline(Readable.from(rows), client.query(from(`copy ${name} (${table.columns.join(', ')}) from stdin`)))
    })
    for (const { name, value, isCalled } of sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
    for (const table of expected) await compare(client, table)
    for (const statement of afterwards) await client.query(statement)
    return expected
  })
}

/** Runs `work` in one transaction of a migrated database without a shop, while its guards are off. */
export async function fillEmpty<T>(
  connectionString: string,
  application: string,
  work: (client: pg.Client, tables: BackupTable[]) => Promise<T>,
): Promise<T> {
  const client = await connectForCopy(connectionString, application)
  try {
    await client.query('begin')
    await requireEmpty(client)
    const tables = await listTables(client)
    const names = tables.map(({ name }) => name)
    const done = await withoutGuards(client, names, () => work(client, tables))
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

/** Refuses a database with accounts or stored objects, as a shop that was started once has. */
async function requireEmpty(client: pg.Client): Promise<void> {
  // Under row-level security the owner would see an empty table.
  await client.query('set local role service_role')
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from auth.users) or exists (select from storage.objects) as used',
  )
  await client.query('reset role')
  if (rows[0]?.used) {
    throw new RestoreRefused('This database already contains a shop. Use an empty database')
  }
}

function requireSameTables(present: readonly BackupTable[], expected: readonly BackupTable[]): void {
  const actual = new Map(present.map(({ name, columns }) => [name, columns.join(', ')]))
  for (const { name, columns } of expected) {
    if (actual.get(name) !== columns.join(', '))
      throw new RestoreRefused(`The table ${name} has other columns in the backup than in this database`)
  }
}

async function compare(client: pg.Client, table: TableEntry): Promise<void> {
  const fingerprint = createRowFingerprint()
  for await (const chunk of copyOut(client, table)) fingerprint.update(chunk)
  const { rows, sum } = fingerprint.end()
  if (rows !== table.rows || sum !== table.sum)
    throw new Error(`${table.name} has ${rows} rows after the restore and not the ${table.rows} of the backup`)
}

export async function requireNoFiles(files: FileStore): Promise<void> {
  for await (const { name } of files.list('objects/'))
    throw new RestoreRefused(`The picture store is not empty: it contains ${name}`)
}

/** Refuses rows of a version with other migrations than those in `directory`. */
export async function requireKnownMigrations(applied: Snapshot['migrations'], directory: string): Promise<void> {
  const known = new Map((await readMigrations(directory)).map((each) => [keyOf(each), each.checksum]))
  for (const each of applied) {
    if (!known.has(keyOf(each)))
      throw new RestoreRefused(
        `A newer version of the shop made this backup (it has ${keyOf(each)}). Restore it with that version`,
      )
    if (known.get(keyOf(each)) !== each.checksum)
      throw new RestoreRefused(
        `The migration ${keyOf(each)} was not the same when this backup was made. Restore it with the version that made it`,
      )
  }
}

/**
 * Copies every row of the database at `from`, as it is at one moment, into the empty one at `to`, and reads each table
 * again to compare it. Both are connection strings of PostgreSQL itself. The queue is left out: its jobs are enqueued
 * again from the rows they belong to. `afterwards`: SQL that is run with the copied rows, after they were compared.
 * Returns the number of rows; rejects, with `to` empty, unless all are the same.
 */
export async function copyDatabase(
  from: string,
  to: string,
  { migrationsDir, afterwards = [] }: { migrationsDir: string; afterwards?: readonly string[] },
): Promise<number> {
  const snapshot = await openSnapshot(from)
  try {
    await requireKnownMigrations(snapshot.migrations, migrationsDir)
    const tables = await restoreDatabase(to, {
      ...snapshot,
      migrationsDir,
      afterwards,
      async load(copy) {
        const copied: TableEntry[] = []
        for (const table of snapshot.tables) {
          const fingerprint = createRowFingerprint()
          await copy(table.name, hashed(snapshot.rows(table), fingerprint))
          copied.push({ ...table, ...fingerprint.end() })
        }
        return copied
      },
    })
    return tables.reduce((sum, { rows }) => sum + rows, 0)
  } finally {
    await snapshot.close()
  }
}
