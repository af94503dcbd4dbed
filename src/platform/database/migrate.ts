import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { checkOwner } from './check-rights.ts'

/** In this order: a hosted project brings its own `auth` and `storage`, and takes only `public`. */
const folders = ['auth', 'storage', 'public'] as const

/** Any number all instances agree on; held while migrating, so that two starting at once do not both do it. */
const lockKey = 7_203_519_448

export type Migration = { folder: string; name: string; sql: string; checksum: string }

/** The migrations of a directory, in the order they run. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const folder of folders) {
    const names = await readdir(join(directory, folder)).catch(() => [])
    for (const name of names.filter((each) => /^\d{4}_[a-z0-9_]+\.sql$/.test(each)).sort()) {
      const sql = await readFile(join(directory, folder, name), 'utf8')
      migrations.push({ folder, name, sql, checksum: createHash('sha256').update(sql).digest('hex') })
    }
  }
  return migrations
}

/**
 * Brings the database to the newest migration, forward only, each file in its own transaction, under an advisory lock.
 * Refuses a file that was changed after it ran. A database that is ahead of this program's files is left as it is.
 * Refuses a database that belongs to another role. Returns the names of those that ran now.
 */
export async function migrate(connectionString: string, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString, application_name: 'shop-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await checkOwner(client)
    await client.query(`create schema if not exists migrations;
      create table if not exists migrations.applied (folder text, name text, checksum text not null,
        applied_at timestamptz not null default now(), primary key (folder, name))`)
    const applied = await appliedChecksums(client)
    refuseChangedHistory(migrations, applied)
    const pending = migrations.filter((each) => !applied.has(keyOf(each)))
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
    // One this program does not know came with a newer version, and every migration keeps the previous one working.
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

function keyOf({ folder, name }: Pick<Migration, 'folder' | 'name'>): string {
  return `${folder}/${name}`
}
