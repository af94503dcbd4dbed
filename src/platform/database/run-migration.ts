import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { keyOf, kindOf, type Migration } from './migration-files.ts'

/** Runs one migration and adds its row to the ledger. */
export async function runMigration(client: pg.Client, migration: Migration, limits: LockLimits): Promise<void> {
  try {
    if (kindOf(migration.sql).isOutside) await runOutside(client, migration, limits)
    else await withLocks(client, keyOf(migration), () => runInside(client, migration), limits)
  } catch (cause) {
    throw new Error(`Migration ${keyOf(migration)} failed: ${(cause as Error).message}`, { cause })
  }
}

async function runInside(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * One statement that can be repeated: after a kill in the middle it runs again. An index that a broken attempt left
 * invalid is dropped first. Building one concurrently waits for transactions that began earlier, a backup as well, and
 * no request waits behind it: it has no time limit.
 */
async function runOutside(client: pg.Client, migration: Migration, limits: LockLimits): Promise<void> {
  const index = concurrentIndex(migration.sql)
  const unlimited = { ...limits, attemptMs: 0 }
  const attempt = async () => {
    if (index) await dropInvalid(client, index)
    await client.query(migration.sql)
  }
  await client.query(findExtensions)
  await withLocks(client, keyOf(migration), attempt, index ? unlimited : limits)
  await client.query('reset search_path')
  await record(client, migration)
}

/** One statement cannot look up where an extension is whose operators it names: a hosted project has it in another schema. */
const findExtensions = `select set_config('search_path', concat_ws(', ', current_setting('search_path'),
  (select string_agg(distinct extnamespace::regnamespace::text, ', ') from pg_extension)), false)`

/** `schema.name` of the index that a statement creates concurrently, or null. */
function concurrentIndex(sql: string): string | null {
  const found =
    /create\s+(?:unique\s+)?index\s+concurrently\s+(if\s+not\s+exists\s+)?(\S+)\s+on\s+(?:only\s+)?(\S+)/i.exec(
      withoutComments(sql),
    )
  if (!found) return null
  const [, repeatable, name, table = ''] = found
  if (!repeatable) throw new Error('write "create index concurrently if not exists", so that it can be repeated')
  const schema = table.includes('.') ? `${table.split('.')[0]}.` : ''
  return `${schema}${name}`
}

async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
}

async function record(client: pg.Client, { folder, name, sql, checksum }: Migration): Promise<void> {
  const { needs } = kindOf(sql)
  const needed = needs
    ? `insert into migrations.needed (key, because) values (${pg.escapeLiteral(needs)}, ${pg.escapeLiteral(`${folder}/${name}`)})
       on conflict (key) do update set because = excluded.because;`
    : ''
  // One string of statements is one transaction.
  await client.query(
    `${needed} insert into migrations.applied (folder, name, checksum)
       values (${[folder, name, checksum].map((each) => pg.escapeLiteral(each)).join(', ')})`,
  )
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/--.*$/gm, '')
}

/**
 * How long one attempt waits for a lock. Requests for the same table queue behind it, so it is shorter than a second.
 */
const lockTimeoutMs = 500
const firstPauseMs = 500
const longestPauseMs = 10_000

/** `attemptMs`: how long one attempt may wait; 0: without a limit, for a statement behind which no request queues. */
type LockLimits = {
  connectionString: string
  attemptMs?: number
  timeoutMs: number
  onWait: (message: string) => void
}

function isLockConflict(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(String((error as { code?: unknown }).code))
}

/**
 * Runs `attempt` on `client` with a short `lock_timeout`, again and again with growing pauses until it gets its locks,
 * for `timeoutMs` at most. `onWait` is called once for each connection that holds a lock it waits for.
 */
async function withLocks(
  client: pg.Client,
  what: string,
  attempt: () => Promise<void>,
  { connectionString, attemptMs = lockTimeoutMs, timeoutMs, onWait }: LockLimits,
): Promise<void> {
  await using holders = await watchHolders(client, connectionString, (holder) => onWait(`${what} waits for ${holder}`))
  const untilMs = performance.now() + timeoutMs
  await client.query(`set lock_timeout = ${attemptMs}`)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await attempt()
      return
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (performance.now() + pauseMs > untilMs) {
        throw new Error(`it got no lock within ${Math.round(timeoutMs / 1000)} s; it waited for ${holders.last()}`, {
          cause: error,
        })
      }
      await pause(pauseMs)
    }
  }
}

/** Looks, on a connection of its own, at the connections that `client` waits for. */
async function watchHolders(client: pg.Client, connectionString: string, onHolder: (holder: string) => void) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const watcher = new pg.Client({ connectionString, application_name: 'shop-migrate-watch' })
  watcher.on('error', () => undefined)
  await watcher.connect()
  const known = new Set<number>()
  let last = 'another transaction'
  let looking = Promise.resolve()
  async function look(): Promise<void> {
    const { rows: found } = await watcher.query<Holder>(holdersSql, [rows[0]?.pid])
    for (const holder of found) {
      last = describe(holder)
      if (!known.has(holder.pid)) onHolder(last)
      known.add(holder.pid)
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined)
  }, lockTimeoutMs / 4)
  return {
    last: () => last,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
      await watcher.end()
    },
  }
}

type Holder = { pid: number; name: string | null; state: string | null; seconds: number | null }

// Another login's connection shows its process alone.
const holdersSql = `select a.pid, nullif(a.application_name, '') as name, a.state,
    extract(epoch from clock_timestamp() - a.xact_start)::int as seconds
  from unnest(pg_blocking_pids($1)) as blocking (pid) join pg_stat_activity a on a.pid = blocking.pid`

function describe({ pid, name, state, seconds }: Holder): string {
  const since = seconds === null ? '' : `, in a transaction for ${seconds} s`
  return `${name ?? 'another program'} (process ${pid}${state ? `, ${state}` : ''}${since})`
}
