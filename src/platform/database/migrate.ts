import pg from 'pg'
import { adoptBaseline, readBaseline } from './baseline.ts'
import { checkOwner } from './check-rights.ts'
import { keyOf, type Migration, readMigrations } from './migration-files.ts'

/** The advisory lock of migrations, the same number in every instance: of two that start at once, one migrates. */
const lockKey = 7_203_519_448

/**
 * Brings the database to the newest migration, forward only, each file in its own transaction, under an advisory lock.
 * Refuses a file that was changed after it ran, a database that belongs to another role, and one older than the baseline
 * (see `adoptBaseline`). Leaves a database that is newer than this program's files as it is. `only`: the keys of the files to
 * run, for a restore of an older version's rows. Returns the keys that ran now.
 */
export async function migrate(
  connectionString: string,
  directory: string,
  only?: readonly string[],
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString, application_name: 'shop-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await checkOwner(client)
    await client.query(`create schema if not exists migrations;
      create table if not exists migrations.applied (folder text, name text, checksum text not null,
        applied_at timestamptz not null default now(), primary key (folder, name))`)
    const before = await appliedChecksums(client)
    const baseline = await readBaseline(directory)
    if (baseline) await adoptBaseline(client, { baseline, migrations, applied: before })
    const applied = await appliedChecksums(client)
    refuseChangedHistory(migrations, applied)
    const pending = migrations.filter((each) => !applied.has(keyOf(each)) && (only?.includes(keyOf(each)) ?? true))
    for (const migration of pending) await run(client, migration)
    return pending.map(keyOf)
  } finally {
    await client.end()
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

async function run(client: pg.Client, migration: Migration) {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into migrations.applied (folder, name, checksum) values ($1, $2, $3)', [
      migration.folder,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${keyOf(migration)} failed: ${(cause as Error).message}`, { cause })
  }
}
