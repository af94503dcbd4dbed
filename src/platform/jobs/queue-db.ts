import pg from 'pg'
import type { Db } from 'pg-boss'
import { closeSoon } from '../database/close-soon.ts'
import { connectionLife } from '../database/db.ts'

export type QueueDbOptions = {
  connectionString: string
  /** PostgreSQL itself, where `connectionString` goes through a pooler, which drops LISTEN. */
  listenString?: string
  maxConnections?: number
}

export type QueueDb = Db & { close(): Promise<void> }

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
