import { once } from 'node:events'
import type pg from 'pg'
import { checkRights } from '#platform/database/check-rights.ts'
import { keyOf, readMigrations } from '#platform/database/migration-files.ts'
import { withClient as withOwnClient } from '#platform/database/with-client.ts'
import type { Config } from '../config/environment.ts'
import { clockCure, describeSkew } from '../facts.ts'
import { requireOpenShop } from '../move/closed-shop.ts'
import { policies } from '../policies.ts'
import { type Checks, error, ok, type Result, warning } from './finding.ts'

const oldestMajor = 15

type Database = { connectionString: string; directString: string; config: Config }

/** PostgreSQL: its version, archiving, migrations, roles and policies, notifications, connections and clock. */
export function checkDatabase({ connectionString, directString, config }: Database): Checks {
  return {
    async open() {
      await requireOpenShop(directString, config)
      return ok('the shop has not moved to another database')
    },
    database: () => withClient(connectionString, checkServer),
    connections: () => withClient(directString, (client) => checkConnections(client, config.DATABASE_POOL_SIZE)),
    archiving: () => withClient(directString, checkArchiving),
    migrations: () => withClient(directString, checkMigrations),
    async rights() {
      const warned = await checkRights(directString, policies)
      return warned
        ? warning(warned, 'Move the shop to a login of its own: docs/operating/deploying.md, A superuser as login.')
        : ok('roles, owners and policies are as this version needs them')
    },
    notifications: () => checkListen(connectionString, directString),
  }
}

/** A connection of `doctor` alone, closed at the end. */
function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withOwnClient({ connectionString, application_name: 'shop-doctor', connectionTimeoutMillis: 5_000 }, work)
}

async function checkServer(client: pg.Client): Promise<Result[]> {
  const beganMs = Date.now()
  const { rows } = await client.query<{ version: string; number: number; now: Date }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       clock_timestamp() as now`,
  )
  const [row] = rows
  if (!row) throw new Error('no row')
  const skew = describeSkew((beganMs + Date.now()) / 2 - row.now.getTime(), 'the database’s')
  const { version } = row
  return [
    row.number >= oldestMajor * 10_000
      ? ok(`PostgreSQL ${version}`)
      : error(`PostgreSQL ${version}`, `Use PostgreSQL ${oldestMajor} or newer.`),
    { check: 'clock', ...(skew ? error(skew, clockCure) : ok('the server and the database agree on the time')) },
  ]
}

/**
 * How many programs `max_connections` carries. A restart without a gap needs two at once, and a migration or a backup
 * one connection more.
 */
async function checkConnections(client: pg.Client, poolSize: number): Promise<Result> {
  const { rows } = await client.query<{ used: number; most: number; free: number }>(
    `select count(*)::int as used, current_setting('max_connections')::int as most,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - 1 as free
     from pg_stat_activity where backend_type = 'client backend'`,
  )
  const { used, most, free } = rows[0] ?? { used: 0, most: 0, free: 0 }
  const programs = Math.floor(free / poolSize)
  const found = `${used} of ${most} are in use; there is room for ${programs} of the shop’s programs, with ${poolSize} each`
  const cure = 'Lower DATABASE_POOL_SIZE, raise max_connections, or put PgBouncer in front.'
  if (programs < 1) return error(found, cure)
  return programs < 2 || used > most * 0.8 ? warning(found, cure) : ok(found)
}

async function checkMigrations(client: pg.Client): Promise<Result> {
  const files = await readMigrations('db/migrations')
  const found = await client.query<{ folder: string; name: string; checksum: string }>(
    `select folder, name, checksum from migrations.applied`,
  )
  const applied = new Map(found.rows.map((row) => [keyOf(row), row.checksum]))
  const known = new Set(files.map(keyOf))
  const pending = files.filter((each) => !applied.has(keyOf(each)))
  const changed = files.filter((each) => applied.has(keyOf(each)) && applied.get(keyOf(each)) !== each.checksum)
  const newer = [...applied.keys()].filter((key) => !known.has(key))
  if (changed[0])
    return error(
      `${keyOf(changed[0])} was changed after it ran`,
      'Put back the file as this version of the shop has it.',
    )
  if (newer[0]) return warning(`a newer version of the shop has run ${newer[0]}`, 'Run that version of the shop.')
  return pending.length > 0
    ? warning(
        `${pending.length} ${pending.length === 1 ? 'has' : 'have'} not run`,
        'The next start runs them. To run them now: npm run shop -- db migrate',
      )
    : ok(`all ${applied.size} have run`)
}

/** A notification sent as the shop's pool sends it must arrive on the connection that listens. */
async function checkListen(connectionString: string, directString: string): Promise<Result> {
  const channel = `shop_doctor_${process.pid}`
  return withClient(directString, async (listener) => {
    await listener.query(`listen ${channel}`)
    const arrived = once(listener, 'notification', { signal: AbortSignal.timeout(3_000) })
    await withClient(connectionString, (sender) => sender.query(`notify ${channel}`))
    return arrived.then(
      () => ok('changes reach every program of the shop'),
      () =>
        error(
          'this connection receives no notifications, so pages are not cached',
          'Set DATABASE_LISTEN_URL to the address of PostgreSQL itself, not of a pooler.',
        ),
    )
  })
}

/**
 * What PostgreSQL says of its archive. `waiting`: complete files since the last archived one; null where it is unknown.
 */
export type Archiving = {
  mode: string
  command: string
  library: string
  timeoutSeconds: number
  lastAt: Date | null
  lastFailedAt: Date | null
  failures: number
  now: Date
  waiting: number | null
}

const page = 'docs/operating/point-in-time-recovery.md'

/** A file is archived when it is full, or after archive_timeout; a busy archive is a few files behind. */
const mostWaiting = 3

/** Whether PostgreSQL archives its write-ahead log, where it is set to: the private database is not. */
async function checkArchiving(client: pg.Client): Promise<Result | Result[]> {
  const { rows } = await client.query<Archiving>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
       coalesce(current_setting('archive_library', true), '') as library,
       extract(epoch from current_setting('archive_timeout')::interval)::int as "timeoutSeconds",
       last_archived_time as "lastAt", last_failed_time as "lastFailedAt", failed_count::int as failures, now() as now,
       case when not pg_is_in_recovery() and last_archived_wal ~ '^[0-9A-F]{24}$' then
         (pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / size)::bigint::int - 1
           - (('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * (4294967296 / size)
             + ('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint)::int end as waiting
     from pg_stat_archiver, (select pg_size_bytes(current_setting('wal_segment_size')) as size) as wal`,
  )
  const [row] = rows
  return row ? classifyArchiving(row) : []
}

export function classifyArchiving(row: Archiving): Result | Result[] {
  if (row.mode === 'off') return []
  const { lastAt, lastFailedAt, now, waiting } = row
  if (row.library === '' && (row.command === '' || row.command === '(disabled)'))
    return error(
      'archive_mode is on without an archive_command, so PostgreSQL keeps its whole log until the disk is full',
      `Set archive_command, or turn archive_mode off: ${page}.`,
    )
  if (lastFailedAt && (!lastAt || lastFailedAt > lastAt))
    return error(
      `${row.failures} attempts have failed, the last at ${timeOf(lastFailedAt)}; ${lastAt ? `nothing has been archived since ${timeOf(lastAt)}` : 'nothing has ever been archived'}`,
      `PostgreSQL’s log gives the reason, and its disk fills up until this is put right: ${page}, “When archiving fails”.`,
    )
  if (!lastAt) return warning('nothing has been archived yet', `Run: pgbackrest --stanza=shop check. More in ${page}.`)
  const found = `the newest file was archived ${ageOf(lastAt, now)} ago`
  if (waiting !== null && waiting > mostWaiting)
    return error(
      `${found}, and ${waiting} files are waiting`,
      `The archive is slow or not responding; PostgreSQL’s log says more: ${page}.`,
    )
  if (row.timeoutSeconds === 0)
    return warning(
      `${found}; a file is archived only when it is full, so the newest orders may be on this disk only`,
      `Set archive_timeout to one minute: ${page}.`,
    )
  return ok(found)
}

const timeOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function ageOf(from: Date, to: Date): string {
  const minutes = Math.round((to.getTime() - from.getTime()) / 60_000)
  if (minutes < 2) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
