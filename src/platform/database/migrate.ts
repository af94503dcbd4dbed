import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { adoptBaseline, readBaseline } from './baseline.ts'
import { checkOwner } from './check-rights.ts'
import { keyOf, type Migration, readMigrations } from './migration-files.ts'
import { requireNewEnough } from './needed-program.ts'
import { runMigration } from './run-migration.ts'

/** The advisory lock of migrations, the same number in every instance: of two that start at once, one migrates. */
const lockKey = 7_203_519_448

/** Longer than a backup of a large shop, which holds every table. */
const longestWaitMs = 30 * 60_000

type MigrateOptions = {
  /** The keys of the files to run, for a restore of an older version's rows. */
  only?: readonly string[]
  /** Gets a sentence for each connection that a migration waits for. */
  onWait?: (message: string) => void
  /** How long a migration tries to get its locks. */
  timeoutMs?: number
}

/**
 * Brings the database to the newest migration, forward only, under an advisory lock; each file in its own transaction,
 * or outside one where its head says so. A file that waits for a lock tries again (see `withLocks`).
 * Refuses a file that was changed after it ran, a database that belongs to another role, one older than the baseline
 * (see `adoptBaseline`), and one that needs a newer program. Leaves a database that is newer than this program's files
 * as it is. Returns the keys that ran now.
 */
export async function migrate(
  connectionString: string,
  directory: string,
  { only, onWait = () => undefined, timeoutMs = longestWaitMs }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString, application_name: 'shop-migrate' })
  // Without a listener a connection that ends between two statements would end the process; the next one rejects.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await takeTurn(client, onWait)
    await checkOwner(client)
    await client.query(`create schema if not exists migrations;
      create table if not exists migrations.applied (folder text, name text, checksum text not null,
        applied_at timestamptz not null default now(), primary key (folder, name));
      create table if not exists migrations.needed (key text primary key, because text not null,
        since timestamptz not null default now())`)
    await requireNewEnough(client, migrations.map(keyOf))
    const before = await appliedChecksums(client)
    const baseline = await readBaseline(directory)
    if (baseline) await adoptBaseline(client, { baseline, migrations, applied: before })
    const applied = await appliedChecksums(client)
    refuseChangedHistory(migrations, applied)
    const pending = migrations.filter((each) => !applied.has(keyOf(each)) && (only?.includes(keyOf(each)) ?? true))
    const limits = { connectionString, timeoutMs, onWait }
    for (const migration of pending) await runMigration(client, migration, limits)
    return pending.map(keyOf)
  } finally {
    await client.end()
  }
}

/**
 * Tries again and again instead of waiting in a statement: a waiting statement has a snapshot, for which an index that
 * the other program builds concurrently would wait in turn.
 */
async function takeTurn(client: pg.Client, onWait: (message: string) => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
    if (rows[0]?.taken) return
    if (tries === 20) onWait('another program is running the migrations: this one waits for it')
    await pause(100)
  }
}

async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<Migration>('select folder, name, checksum from migrations.applied')
  return new Map(rows.map((row) => [keyOf(row), row.checksum]))
}

function refuseChangedHistory(migrations: Migration[], applied: Map<string, string>) {
  const known = new Map(migrations.map((each) => [keyOf(each), each.checksum]))
  for (const [name, checksum] of applied) {
    // An unknown migration is a newer version's, and every migration keeps the previous version working.
    if (known.has(name) && known.get(name) !== checksum) {
      throw new Error(`Migration ${name} was changed after it ran. Migrations are never edited: write a new one.`)
    }
  }
}
