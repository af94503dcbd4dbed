import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import { connectionLife, type Tx } from '../database/db.ts'
import { peerFailed } from '../database/outages.ts'
import { isDatabaseAway } from '../database/temporary-errors.ts'
import type { Log } from '../log.ts'
import { closeSoon } from '../time-limit.ts'

/** The queue of jobs that failed on their last try, until they are retried or succeed: see `dead-jobs.ts`. */
export const deadLetters = 'dead'

/**
 * Twenty tries over nine hours; the heartbeat of a killed worker is missed within 20 s. Jobs are kept for 90 days:
 * after the default of 14 days a job that keeps failing would be deleted.
 */
export const retryingQueue = {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  heartbeatSeconds: 10,
  retentionSeconds: 90 * 86_400,
  deleteAfterSeconds: 86_400,
  notify: true,
  deadLetter: deadLetters,
} as const

/** A repeated job is not retried: its next run comes anyway. */
export const repeatingQueue = {
  retryLimit: 0,
  heartbeatSeconds: 10,
  retentionSeconds: 3600,
  deleteAfterSeconds: 300,
  notify: true,
} as const

/** The library's defaults fetch one job in two seconds, and after a notification one batch in thirty seconds. */
export const working = {
  localConcurrency: 2,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
} as const

type BossOptions = { db: QueueDb; log: Log; working: boolean }

/**
 * `working: false` for a process that only enqueues jobs: it neither listens nor supervises.
 */
export function openPgBoss({ db, log, working: works }: BossOptions): PgBoss {
  const boss = new PgBoss({
    db,
    schedule: false,
    useListenNotify: works,
    supervise: works,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3_600,
  })
  // Without a listener the first broken connection would end the process.
  boss.on('error', (error) => logQueueError(log, error, 'the job queue met an error and goes on'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  return boss
}

/** Logs an error of the queue as a warning; an unreachable database is logged as an outage instead. */
export function logQueueError(log: Log, error: unknown, message: string, about: { job?: string } = {}): void {
  if (isDatabaseAway(error)) peerFailed(log, 'database', error)
  else log.warn({ error, ...about }, message)
}

/** Creates or migrates the queue's tables, connects, and grants the service role the right to enqueue. */
export async function startPgBoss(boss: PgBoss): Promise<void> {
  await boss.start()
  await grantEnqueue(boss)
  await boss.createQueue(deadLetters, { retentionSeconds: 90 * 86_400, deleteAfterSeconds: 30 * 86_400 })
}

/**
 * Creates the queue of a job name, or updates its settings. Policy 'exclusive': of one key, one job waits or runs, so a
 * row that keeps failing is one job with its tries, and not another one after every sweep.
 */
export async function makeQueue(boss: PgBoss, name: string, settings: typeof retryingQueue | typeof repeatingQueue) {
  const policy = 'exclusive'
  const known = await boss.getQueue(name)
  // A policy cannot be changed. The sweep enqueues the lost jobs again.
  if (known && known.policy !== policy) await boss.deleteQueue(name)
  await boss.createQueue(name, { policy, ...settings })
  await boss.updateQueue(name, settings)
}

/** An id of the queue's tables; null after they were dropped, which must be a safe way to repair the queue. */
export async function tablesOf(boss: PgBoss): Promise<string | null> {
  const { rows } = await boss.getDb().executeSql(`select to_regclass('pgboss.job')::oid::text as tables`)
  return rows[0]?.tables ?? null
}

/** Callers' transactions run as `service_role`; the queue's tables belong to the owner of the database. */
async function grantEnqueue(boss: PgBoss): Promise<void> {
  // The lock prevents 'tuple concurrently updated' when two processes start together.
  await boss.getDb().executeSql(`
    begin;
    select pg_advisory_xact_lock(7203519449);
    grant usage on schema pgboss to service_role;
    grant select on pgboss.queue to service_role;
    grant select, insert on pgboss.job, pgboss.job_common to service_role;
    commit`)
}

/** Lets the library write with a caller's transaction. */
export function executeOn(tx: Tx) {
  return async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  }
}

export type QueueDbOptions = {
  connectionString: string
  /** PostgreSQL itself, where `connectionString` goes through a pooler, which drops LISTEN. */
  listenString?: string
  maxConnections?: number
}

type QueueDb = Db & { close(): Promise<void> }

const applicationName = 'shop-queue'
const heartbeatMs = 10_000
const retryMs = 1_000

/**
 * The queue's connections: a pool for its statements, and one connection that listens for new jobs. `onError` gets the
 * errors of idle connections, which would end the process otherwise.
 */
export function openQueueDb(
  { connectionString, listenString = connectionString, maxConnections = 2 }: QueueDbOptions,
  onError: (error: unknown) => void,
): QueueDb {
  const pool = new pg.Pool({
    connectionString,
    application_name: applicationName,
    max: maxConnections,
    connectionTimeoutMillis: 3_000,
    // A silent connection is given up. The longest statement is the hourly maintenance.
    query_timeout: 60_000,
    keepAlive: true,
    ...connectionLife,
  })
  pool.on('error', onError)
  return {
    executeSql: (text, values) => pool.query(text, values),
    listen: async (channel, onNotification, onReconnect) =>
      listen({ connectionString: listenString, channel, onNotification, onReconnect, onError }),
    close: async () => {
      if (!pool.ending) await closeSoon(() => pool.end())
    },
  }
}

type Listening = {
  connectionString: string
  channel: string
  onNotification: (payload: string) => void
  /** Called each time the connection listens again: workers then look for jobs that they were not notified of. */
  onReconnect: () => void
  onError: (error: unknown) => void
}

/** Listens until it is closed, and reconnects. A missed notification costs five seconds: the queue polls too. */
function listen({ connectionString, channel, onNotification, onReconnect, onError }: Listening) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function connect(): void {
    const next = new pg.Client({
      connectionString,
      application_name: applicationName,
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
    })
    client = next
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next, new Error('LISTEN/NOTIFY connection ended')))
    next.on('notification', ({ payload }) => {
      if (payload !== undefined) onNotification(payload)
    })
    next
      .connect()
      .then(() => next.query(`listen "${channel}"`))
      .then(onReconnect)
      .then(() => beat(next))
      .catch((error: unknown) => lost(next, error))
  }

  /** Reveals a connection that broke silently. */
  function beat(which: pg.Client): void {
    if (which !== client) return
    timer = setTimeout(() => {
      which.query('select 1').then(
        () => beat(which),
        (error: unknown) => lost(which, error),
      )
    }, heartbeatMs)
  }

  function lost(which: pg.Client, error: unknown): void {
    if (isClosed || which !== client) return
    end(which)
    onError(error)
    timer = setTimeout(connect, retryMs)
  }

  function end(which: pg.Client): Promise<void> {
    client = undefined
    clearTimeout(timer)
    // The loss of the connection was reported already.
    which.removeAllListeners()
    which.on('error', () => undefined)
    return which.end().catch(() => undefined)
  }

  connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      if (client) await end(client)
    },
  }
}
