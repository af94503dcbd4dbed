import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { FileStore } from '../storage/files/file-store.ts'
import { type BackupTable, listTables, type SequenceValue, withoutGuards } from './backup-tables.ts'
import { copyOut } from './database-snapshot.ts'
import { createRowFingerprint, type TableEntry } from './manifest.ts'

/** Thrown before anything is changed: the place is not one that this backup can be restored into. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

type RestoredRows = {
  tables: readonly BackupTable[]
  sequences: readonly SequenceValue[]
  /** SQL that is run with the restored rows, and must not cause e-mails. */
  afterwards: readonly string[]
  /**
   * Calls `copy` with the rows of each table, referenced tables first, and returns what each table must contain then.
   */
  load: (copy: (table: string, rows: AsyncIterable<Buffer>) => Promise<void>) => Promise<TableEntry[]>
}

/**
 * Replaces the rows of a migrated database without a shop, in one transaction on `client`. Every table is read again
 * and compared with what `load` says, then `afterwards` is run, and the guards are put back.
 */
export async function restoreDatabase(
  client: pg.Client,
  { tables, sequences, afterwards, load }: RestoredRows,
): Promise<TableEntry[]> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const names = [...byName.keys()]
  await client.query('begin')
  try {
    await requireSameTables(client, tables)
    await requireEmpty(client)
    const loaded = await withoutGuards(client, names, async () => {
      // Migrations insert a few rows, which are in the backup as they were then.
      await client.query(`truncate ${names.join(', ')}`)
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
    await client.query('commit')
    return loaded
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Refuses a database with accounts or stored objects, as a shop that was started once has. Inside a transaction of the
 * tables' owner.
 */
export async function requireEmpty(client: pg.Client): Promise<void> {
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

async function requireSameTables(client: pg.Client, expected: readonly BackupTable[]): Promise<void> {
  const actual = new Map((await listTables(client)).map(({ name, columns }) => [name, columns.join(', ')]))
  for (const { name, columns } of expected) {
    if (actual.get(name) !== columns.join(', '))
      throw new RestoreRefused(`The table ${name} has other columns in the backup than in this database`)
  }
}

async function compare(client: pg.Client, table: TableEntry): Promise<void> {
  const fingerprint = createRowFingerprint()
  for await (const chunk of copyOut(client, table)) fingerprint.add(chunk)
  const { rows, sum } = fingerprint.end()
  if (rows !== table.rows || sum !== table.sum)
    throw new Error(`${table.name} has ${rows} rows after the restore and not the ${table.rows} of the backup`)
}

export async function requireNoFiles(files: FileStore): Promise<void> {
  for await (const { name } of files.list('objects/'))
    throw new RestoreRefused(`The picture store is not empty: it contains ${name}`)
}
