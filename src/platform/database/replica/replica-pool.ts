import pg from 'pg'
import type { Claims, RequestContext } from '../claims.ts'
import { connectionLife, type Tx } from '../db.ts'
import { isDatabaseAway } from '../temporary-errors.ts'
import { kyselyOn, settingsOf } from '../transaction.ts'
import { formatPosition, parsePosition, type WalPosition } from './wal-position.ts'

/** The server at the other end, as it describes itself. */
export type ReplicaState = {
  replays: boolean
  position: WalPosition | null
  /** The same number and name in the primary and all of its replicas. */
  identity: string
  /** Of the stream that it receives; null where it receives none, or the login may not know. */
  timeline: number | null
}

export type ReadOptions = { needed: WalPosition; context?: RequestContext | undefined }

export type ReplicaPool = {
  /**
   * Runs `work` in a transaction that cannot write. Null, without running it, where every connection is in use, or this
   * server has not replayed `needed` or is no replica: behind a balancer each transaction may reach another one.
   */
  read<T>(claims: Claims, work: (tx: Tx) => Promise<T>, options: ReadOptions): Promise<{ value: T } | null>
  probe(): Promise<ReplicaState>
  close(): Promise<void>
}

/** Which database of which cluster: a replica has both from its primary. */
export const identitySql = `(select system_identifier from pg_control_system()) || ' ' || current_database()`

/** The second statement fails where the login may not read as a visitor. Its role ends with the two. */
const probeSql = `select pg_is_in_recovery() as replays, pg_last_wal_replay_lsn()::text as position,
  ${identitySql} as identity, (select received_tli from pg_stat_wal_receiver) as timeline;
  select set_config('role', 'anon', true)`

/** Shorter than on the primary, which repeats what a replica does not answer in time. */
const statementTimeout = '2s'
const silenceMs = 3_000
const timeoutMs = 1_000

/** A pool of `maxConnections`, one of them for probes. */
export function openReplicaPool(connectionString: string, maxConnections: number): ReplicaPool {
  const open = (applicationName: string, max: number, queryTimeoutMs: number) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      application_name: applicationName,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: queryTimeoutMs,
      idleTimeoutMillis: 30_000,
      ...connectionLife,
    })
    // Without listeners a broken connection ends the process; its next query, and the next probe, report it.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pool = open('shop-read', maxConnections - 1, silenceMs)
  const probes = open('shop-read-probe', 1, timeoutMs)
  /** Readers that wait for a new connection, or have one. */
  let readers = 0

  async function read<T>(claims: Claims, work: (tx: Tx) => Promise<T>, { needed, context }: ReadOptions) {
    if (readers >= pool.options.max) return null
    readers += 1
    try {
      return await readOn(await pool.connect(), claims, work, { needed, context })
    } finally {
      readers -= 1
    }
  }

  return {
    read,
    async probe() {
      const [state] = (await probes.query(probeSql)) as unknown as pg.QueryResult<StoredState>[]
      const row = state?.rows[0]
      if (!row) throw new Error('no row')
      return { ...row, position: row.position === null ? null : parsePosition(row.position) }
    },
    async close() {
      await Promise.all([pool.end(), probes.end()])
    },
  }
}

type StoredState = Omit<ReplicaState, 'position'> & { position: string | null }

async function readOn<T>(
  client: pg.PoolClient,
  claims: Claims,
  work: (tx: Tx) => Promise<T>,
  { needed, context }: ReadOptions,
): Promise<{ value: T } | null> {
  let broken: Error | undefined
  try {
    // Read committed: the snapshot of `work` is taken after the comparison.
    const answers = await client.query(
      `begin isolation level read committed read only;
       select ${settingsOf(claims, context, { statement_timeout: statementTimeout })},
         coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= '${formatPosition(needed)}'::pg_lsn, false) as is_ready`,
    )
    const [, { rows }] = answers as unknown as [pg.QueryResult, pg.QueryResult<{ is_ready: boolean }>]
    const result = rows[0]?.is_ready ? { value: await work(kyselyOn(client)) } : null
    await client.query('commit')
    return result
  } catch (error) {
    // What a visitor got wrong costs no connection.
    if (isDatabaseAway(error)) broken = error as Error
    else await client.query('rollback').catch((failed: Error) => (broken = failed))
    throw error
  } finally {
    client.release(broken)
  }
}
