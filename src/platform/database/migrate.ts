import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { checkOwner } from './check-rights.ts'
import { keyOf, type Migration, readMigrations } from './migration-files.ts'
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

/**
 * `baseline.json` of a migrations directory, written when its files were squashed. `files`: the keys of the baseline.
 * `adopts`: the `ledgerDigest` of a database that has every earlier migration. `previous`: the version that applies
 * those.
 */
export type Baseline = { files: string[]; adopts: string; previous: string }

/** The baseline of a migrations directory, or null where the files were never squashed. */
export async function readBaseline(directory: string): Promise<Baseline | null> {
  const text = await readFile(join(directory, 'baseline.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : (JSON.parse(text) as Baseline)
}

/**
 * Replaces the ledger of a database that has every migration before the baseline by the rows of the baseline, in one
 * transaction. Leaves an empty ledger and one that has a file of the baseline as they are. Refuses any other ledger.
 */
async function adoptBaseline(
  client: pg.Client,
  {
    baseline,
    migrations,
    applied,
  }: { baseline: Baseline; migrations: readonly Migration[]; applied: ReadonlyMap<string, string> },
): Promise<void> {
  const files = migrations.filter((each) => baseline.files.includes(keyOf(each)))
  if (applied.size === 0 || files.some((each) => applied.get(keyOf(each)) === each.checksum)) return
  if (ledgerDigest(applied) !== baseline.adopts) {
    throw new Error(
      `This database lacks migrations from before the baseline: start ${baseline.previous} once, which applies them, ` +
        'and then this version again.',
    )
  }
  try {
    await client.query('begin')
    await client.query('delete from migrations.applied; delete from migrations.needed')
    for (const { folder, name, checksum } of files) {
      await client.query('insert into migrations.applied (folder, name, checksum) values ($1, $2, $3)', [
        folder,
        name,
        checksum,
      ])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** SHA-256 in hex of the lines `key checksum` of a ledger, sorted. */
export function ledgerDigest(applied: ReadonlyMap<string, string>): string {
  const lines = [...applied].map(([key, checksum]) => `${key} ${checksum}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** The database has left this version of the program behind. No retry helps; a newer program does. */
export class ProgramTooOld extends Error {
  override readonly name = 'ProgramTooOld'
}

/**
 * Refuses to go on where a contract migration has run that needs a newer program: it may have removed what this one
 * writes. `known`: the keys of this program's migrations.
 */
export async function requireNewEnough(client: pg.Client | pg.Pool, known: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ key: string; because: string }>(
    'select key, because from migrations.needed where key <> all($1::text[]) order by key desc limit 1',
    [known],
  )
  const [missing] = rows
  if (!missing) return
  throw new ProgramTooOld(
    `This version of the shop is too old for its database: ${missing.because} has run, which needs a version that has ` +
      `${missing.key}. Update the program.`,
  )
}
