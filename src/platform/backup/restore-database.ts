import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { listTables } from './backup-tables.ts'
import { copyOut } from './database-snapshot.ts'
import { withoutGuards } from './guards.ts'
import type { Manifest, TableEntry } from './manifest.ts'
import { createRowFingerprint } from './row-fingerprint.ts'

/** Thrown before anything is changed: the place is not one that this backup can be restored into. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

/**
 * Replaces the rows of a migrated database by those of a backup, in one transaction on `client`: `load` calls `copy` with
 * the entries of each table in the order of the archive. Afterwards every table is read again and compared with the
 * manifest, then `afterwards` is run (SQL that must not cause e-mails), and the guards are put back.
 */
export async function restoreDatabase(
  client: pg.Client,
  {
    manifest,
    afterwards,
    load,
  }: {
    manifest: Manifest
    afterwards: readonly string[]
    load: (copy: (table: string, rows: AsyncIterable<Buffer>) => Promise<void>) => Promise<void>
  },
): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  await client.query('begin')
  try {
    await requireSameTables(client, manifest.tables)
    await requireEmpty(client)
    await withoutGuards(client, [...tables.keys()], async () => {
      // Migrations insert a few rows, which are in the backup as they were then.
      await client.query(`truncate ${[...tables.keys()].join(', ')}`)
      await load(async (name, rows) => {
        const table = tables.get(name)
        if (!table) throw new RestoreRefused(`The backup contains a table that this version does not have: ${name}`)
        await pipeline(Readable.from(rows), client.query(from(`copy ${name} (${table.columns.join(', ')}) from stdin`)))
      })
      for (const { name, value, isCalled } of manifest.sequences)
        await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
      for (const table of manifest.tables) await compare(client, table)
      for (const statement of afterwards) await client.query(statement)
    })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Accounts and stored objects: a shop that was opened once has an administrator. */
async function requireEmpty(client: pg.Client): Promise<void> {
  // Under row-level security the owner would see an empty table.
  await client.query('set local role service_role')
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from auth.users) or exists (select from storage.objects) as used',
  )
  await client.query('reset role')
  if (rows[0]?.used) {
    throw new RestoreRefused('This database already contains a shop: a backup is restored into an empty place only')
  }
}

async function requireSameTables(client: pg.Client, expected: readonly TableEntry[]): Promise<void> {
  const actual = new Map((await listTables(client)).map(({ name, columns }) => [name, columns.join(', ')]))
  for (const { name, columns } of expected) {
    if (actual.get(name) !== columns.join(', '))
      throw new RestoreRefused(`The table ${name} of this backup has other columns than this database`)
  }
}

async function compare(client: pg.Client, table: TableEntry): Promise<void> {
  const fingerprint = createRowFingerprint()
  for await (const chunk of copyOut(client, table)) fingerprint.add(chunk)
  const { rows, sum } = fingerprint.end()
  if (rows !== table.rows || sum !== table.sum)
    throw new Error(`${table.name} has ${rows} rows after the restore and not the ${table.rows} of the backup`)
}
