import {
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { type Claims, type RequestContext, type Role, service } from './claims.ts'
import { openFew } from './connections.ts'
import { peerAnswered, peerFailed } from './outages.ts'
import type { Tables } from './tables.ts'
import { isConnectionSpent, isDatabaseAway, isReadOnly } from './temporary-errors.ts'

export type { Claims, RequestContext } from './claims.ts'
export type Tx = Transaction<Tables> | Kysely<Tables>

/** The shop's time: in a rehearsal its clock can be set. */
export const shopNow = sql<Date>`public.shop_now()`

export async function readShopNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${shopNow} as now`.execute(tx)
  if (!rows[0]) throw new Error('The database did not say what time it is')
  return rows[0].now
}

/**
 * The two ways to the data. `as` runs under the caller's role, so row-level security decides; `asService` bypasses it,
 * for use cases that have checked the caller. Each call is one transaction.
 */
export type Db = {
  as<T>(claims: Claims, work: (tx: Tx) => Promise<T>, context?: RequestContext): Promise<T>
  asService<T>(work: (tx: Tx) => Promise<T>, context?: RequestContext): Promise<T>
  /**
   * The rows of one statement that changes nothing, under the caller's role, in one round trip: beginning, statement and
   * commit are sent together.
   */
  readAs<Row>(claims: Claims, statement: { text: string; params: unknown[] }, context?: RequestContext): Promise<Row[]>
  /** As the owner of the tables, outside any role: migrations, LISTEN, the queue's own schema. */
  owner: Kysely<Tables>
  pool: pg.Pool
  close(): Promise<void>
}

type DbOptions = {
  connectionString: string
  log: Log
  maxConnections?: number
  applicationName?: string
  /** How long to wait for a database that sends nothing; longer than any statement may run. */
  silenceMs?: number
}

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
    // A query does not wait for the answer of the one before it; most callers do.
    pipeline: true,
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

  async function transact<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const beganMs = performance.now()
    const client = await connect().catch((error: unknown) => {
      if (isDatabaseAway(error)) peerFailed(log, 'database', error)
      throw error
    })
    let broken: Error | undefined
    try {
      const result = await work(client)
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

  function as<T>(claims: Claims, work: (tx: Tx) => Promise<T>, context?: RequestContext): Promise<T> {
    return transact(async (client) => {
      await client.query(beginning(claims, context))
      const result = await work(kyselyOn(client))
      requireCommit(await client.query('commit'))
      return result
    })
  }

  function readAs<Row>(
    claims: Claims,
    { text, params }: { text: string; params: unknown[] },
    context?: RequestContext,
  ): Promise<Row[]> {
    return transact(async (client) => {
      const [began, read, ended] = await Promise.allSettled([
        client.query(beginning(claims, context)),
        client.query(text, params),
        client.query('commit'),
      ])
      // Without its beginning the statement had another role: what it read is not returned.
      if (began.status === 'rejected') throw began.reason
      if (read.status === 'rejected') throw read.reason
      if (ended.status === 'rejected') throw ended.reason
      requireCommit(ended.value)
      return read.value.rows
    })
  }

  return {
    as,
    readAs,
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

const roles: ReadonlySet<string> = new Set<Role>(['anon', 'authenticated', 'service_role'])

/**
 * The limits of every transaction, and its time zone. They are local to it: a pooler such as PgBouncer gives each
 * transaction another connection, and refuses them at the start of one.
 */
const limits = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
}

/** One round trip. */
function beginning(claims: Claims, context: RequestContext | undefined): string {
  return `begin; select ${settingsOf(claims, context)}`
}

/** PostgreSQL turns a commit after a failed statement into a rollback without an error. */
function requireCommit({ command }: { command: string }): void {
  if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so nothing of it was kept')
}

/** Limits, role, claims and caller as SQL expressions that set them until the end of the transaction. */
function settingsOf(claims: Claims, context: RequestContext = {}, other: Partial<typeof limits> = {}): string {
  if (!roles.has(claims.role)) throw new Error(`No such database role: ${claims.role}`)
  const settings = {
    ...limits,
    ...other,
    role: claims.role,
    'request.jwt.claims': JSON.stringify(claims),
    'request.id': context.requestId ?? '',
    'request.ip': context.ip ?? '',
  }
  return Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`)
    .join(', ')
}

const known = new WeakMap<pg.PoolClient, Kysely<Tables>>()

/** Kysely on a connection whose transaction is open. */
function kyselyOn(client: pg.PoolClient): Kysely<Tables> {
  const made = known.get(client) ?? new Kysely<Tables>({ dialect: connectionDialect(client) })
  known.set(client, made)
  return made
}

const nothing = () => undefined

/**
 * Kysely on one connection whose transaction is already open: its driver gets a pool that returns that connection and
 * never releases it.
 */
function connectionDialect(client: pg.PoolClient): Dialect {
  const held = { query: client.query.bind(client), release: nothing }
  const pool = { options: {}, connect: async () => held as never, end: async () => undefined }
  const dialect = new PostgresDialect({ pool })
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** The pool as Kysely uses it: a broken connection is closed on release. */
function ownerPool(pool: pg.Pool, log: Log): PostgresPool {
  function note(error: unknown): void {
    if (isDatabaseAway(error)) peerFailed(log, 'database', error)
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const beganMs = performance.now()
      const client = await pool.connect().catch((error: unknown) => {
        note(error)
        throw error
      })
      let isSpent = false
      const query = async (text: string, values?: unknown[]) => {
        try {
          const result = await client.query(text, values)
          peerAnswered(log, 'database', beganMs)
          return result
        } catch (error) {
          note(error)
          isSpent ||= isConnectionSpent(error)
          throw error
        }
      }
      // Cursors, which Kysely would open with an object, are not used here.
      return { query, release: () => client.release(isSpent) } as never
    },
  }
}
