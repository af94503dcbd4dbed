import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { type Claims, type RequestContext, service } from './claims.ts'
import { openFew } from './connections.ts'
import { peerAnswered, peerFailed } from './outages.ts'
import { ownerPool } from './owner-pool.ts'
import type { Tables } from './tables.ts'
import { isConnectionSpent, isDatabaseAway, isReadOnly } from './temporary-errors.ts'
import { kyselyOn, settingsOf } from './transaction.ts'

export type { Claims, RequestContext } from './claims.ts'
export type Tx = Transaction<Tables> | Kysely<Tables>

/** The shop's time: in a rehearsal its clock can be set. */
export const shopNow = sql<Date>`public.shop_now()`

/**
 * The two ways to the data. `as` runs under the caller's role, so row-level security decides; `asService` bypasses it,
 * for use cases that have checked the caller. Each call is one transaction.
 */
export type Db = {
  as<T>(claims: Claims, work: (tx: Tx) => Promise<T>, context?: RequestContext): Promise<T>
  asService<T>(work: (tx: Tx) => Promise<T>, context?: RequestContext): Promise<T>
  /** As the owner of the tables, outside any role: migrations, LISTEN, the queue's own schema. */
  owner: Kysely<Tables>
  pool: pg.Pool
  close(): Promise<void>
}

export type DbOptions = {
  connectionString: string
  log: Log
  maxConnections?: number
  applicationName?: string
  /** How long to wait for a database that sends nothing; longer than any statement may run. */
  silenceMs?: number
}

/** The time limit for a connection. */
const timeoutMs = 3_000

/** Connections are replaced after ten minutes, so that none stays on a server that is no longer the primary. */
export const connectionLife = { maxLifetimeSeconds: 600 }

/** Opens a pool. Limits: 3 s for a connection, 5 s for a statement, 3 s for a lock. */
export function openDb({
  connectionString,
  log,
  maxConnections = 10,
  applicationName = 'shop',
  silenceMs = 7_000,
}: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    application_name: applicationName,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: silenceMs,
    idleTimeoutMillis: 30_000,
    ...connectionLife,
  })
  // Without a listener an idle connection that breaks ends the process.
  pool.on('error', (error) => {
    if (isDatabaseAway(error)) peerFailed(log, 'database', error)
    else log.warn({ error }, 'an idle database connection broke')
  })
  // A checked-out client without a listener would end the process too; its next query rejects anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const openConnection = openFew(pool, timeoutMs)
  const openedMs = new WeakMap<pg.PoolClient, number>()
  let readOnlyMs = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => openedMs.set(client, performance.now()))

  /** After a failover every older connection leads to a server that accepts no writes. */
  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await openConnection()
      if ((openedMs.get(client) ?? 0) > readOnlyMs) return client
      client.release(true)
    }
  }

  const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: ownerPool(pool, log) }) })

  async function as<T>(claims: Claims, work: (tx: Tx) => Promise<T>, context?: RequestContext): Promise<T> {
    const beganMs = performance.now()
    const client = await connect().catch((error: unknown) => {
      if (isDatabaseAway(error)) peerFailed(log, 'database', error)
      throw error
    })
    let broken: Error | undefined
    try {
      // One round trip.
      await client.query(`begin; select ${settingsOf(claims, context)}`)
      const result = await work(kyselyOn(client))
      const { command } = await client.query('commit')
      // PostgreSQL turns a commit after a failed statement into a rollback without an error, so it is checked here.
      if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so nothing of it was kept')
      peerAnswered(log, 'database', beganMs)
      return result
    } catch (error) {
      if (isDatabaseAway(error)) peerFailed(log, 'database', error)
      // A connection that cannot roll back may still hold the role: it is destroyed, never reused.
      if (isReadOnly(error)) readOnlyMs = performance.now()
      if (isConnectionSpent(error)) broken = error as Error
      else await client.query('rollback').catch((failed: Error) => (broken = failed))
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    as,
    asService: (work, context) => as(service, work, context),
    owner,
    pool,
    async close() {
      // Kysely ends the pool only if it ever ran a query of its own.
      await owner.destroy()
      if (!pool.ended) await pool.end()
    },
  }
}
