import { migrate } from '../database/migrate.ts'
import { keyOf } from '../database/migration-files.ts'
import type { BackupTable } from './backup-tables.ts'
import { connectForCopy, openSnapshot, type Snapshot } from './database-snapshot.ts'
import { createRowFingerprint, type TableEntry } from './manifest.ts'
import { requireKnownMigrations } from './restore-backup.ts'
import { restoreDatabase } from './restore-database.ts'

type CopiedDatabases = {
  from: string
  to: string
  migrationsDir: string
  /** SQL that is run with the copied rows, after they were compared. */
  afterwards?: readonly string[]
}

/**
 * Copies every row of the database at `from`, as it is at one moment, into the empty one at `to`, and reads each table
 * again to compare it. Both are connection strings of PostgreSQL itself. The queue is left out: its jobs are enqueued
 * again from the rows they belong to. Returns the number of rows; rejects, with `to` empty, unless all are the same.
 */
export async function copyDatabase({ from, to, migrationsDir, afterwards = [] }: CopiedDatabases): Promise<number> {
  const snapshot = await openSnapshot(from)
  try {
    await requireKnownMigrations(snapshot.migrations, migrationsDir)
    await migrate(to, migrationsDir, { only: snapshot.migrations.map(keyOf) })
    const client = await connectForCopy(to, 'shop-copy')
    try {
      const tables = await restoreDatabase(client, {
        ...snapshot,
        afterwards,
        async load(copy) {
          const copied: TableEntry[] = []
          for (const table of snapshot.tables) copied.push(await copyTable(snapshot, table, copy))
          return copied
        },
      })
      return tables.reduce((sum, { rows }) => sum + rows, 0)
    } finally {
      await client.end()
    }
  } finally {
    await snapshot.close()
  }
}

async function copyTable(
  snapshot: Snapshot,
  table: BackupTable,
  copy: (table: string, rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<TableEntry> {
  const fingerprint = createRowFingerprint()
  await copy(table.name, read())
  return { ...table, ...fingerprint.end() }

  async function* read() {
    for await (const chunk of snapshot.rows(table)) {
      fingerprint.add(chunk)
      yield chunk
    }
  }
}
