import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from './db.ts'

export type Changes = {
  /**
   * Called with the table's name after every committed change of what pages show, and with `*` when changes may have
   * been missed: repeatedly while notifications are lost, so that cached values are read again.
   */
  onChange(listener: (table: string) => void): void
  /** False while notifications may be lost: cached values may be outdated then. */
  listening(): boolean
  close(): Promise<void>
}

const notShown = new Set(['objects', 'signing_keys', 'service_keys', 'promised_work', 'documents', 'document_versions'])

/**
 * Whether a change of this table can change what the API answers to a page. Stored objects keep their addresses, no page
 * has a key, and promised work and documents reach pages from memory.
 */
export function pagesShow(table: string): boolean {
  return !notShown.has(table)
}

/** Callbacks of an in-memory copy of the database: after it was read again, and after reading failed. */
export type Freshness = { onFresh: () => void; onFault: (error: unknown) => void }

type Options = {
  /** A connection to PostgreSQL itself, or through a pooler in session mode. */
  connectionString: string
  /** The pool that writes changes; heartbeats are sent through it too. */
  db: Pick<Db, 'owner'>
  log: Log
  beatMs?: number
  /** How long caches stay valid after the last received heartbeat. */
  trustMs?: number
}

const retryMs = [100, 200, 500, 1_000, 2_000, 5_000]
/** How long the start waits for the first heartbeat: without it the program runs, and caches nothing. */
const firstBeatMs = 3_000

/**
 * Listens for `shop_changed` on a connection of its own, and reconnects when that is lost. Every two seconds a
 * heartbeat takes the path of a change: sent through the pool that writes, received on this connection. A missing
 * heartbeat reveals a connection that broke silently, a pooler that drops LISTEN, and a wrong address.
 */
export async function listenForChanges({
  connectionString,
  db,
  log,
  beatMs = 2_000,
  trustMs = 7_000,
}: Options): Promise<Changes> {
  const listeners: ((table: string) => void)[] = []
  const beatChannel = `shop_beat_${randomBytes(8).toString('hex')}`
  let connection: Connection | undefined
  let isTrusted = false
  /** When the last received heartbeat was sent: every change committed before it has arrived too. */
  let lastHeartbeatMs = Number.NEGATIVE_INFINITY
  let lostSinceMs: number | null = null
  let isSending = false
  let isClosed = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  const first = Promise.withResolvers<void>()

  function notify(table: string): void {
    for (const listener of listeners) listener(table)
  }

  function connect(): void {
    const next = openConnection(connectionString)
    connection = next
    const { client } = next
    client.on('error', (error) => lost(next, error))
    client.on('end', () => lost(next, new Error('the connection ended')))
    client.on('notification', ({ channel, payload }) => {
      if (next !== connection) return
      if (channel === beatChannel) recordHeartbeat(Number(payload))
      else notify(payload ?? '*')
    })
    client
      .connect()
      .then(() => client.query(`listen shop_changed; listen ${beatChannel}`))
      .then(beat)
      .catch((error: unknown) => lost(next, error))
  }

  async function beat(): Promise<void> {
    if (isSending) return
    isSending = true
    const sent = String(performance.now())
    await sql`select pg_notify(${beatChannel}, ${sent})`
      .execute(db.owner)
      // The missing heartbeat reveals the failure; the pool logs its cause.
      .catch(() => undefined)
      .finally(() => {
        isSending = false
      })
  }

  function recordHeartbeat(sentMs: number): void {
    lastHeartbeatMs = Math.max(lastHeartbeatMs, sentMs)
    failures = 0
    if (isTrusted) return
    isTrusted = true
    if (lostSinceMs !== null) {
      log.info({ seconds: secondsSince(lostSinceMs) }, 'changes of the data are heard again')
      lostSinceMs = null
    }
    first.resolve()
    notify('*')
  }

  function lost(which: Connection, error: unknown): void {
    if (isClosed || which !== connection) return
    connection = undefined
    which.destroy()
    distrust(error)
    retry = setTimeout(connect, retryMs[Math.min(failures++, retryMs.length - 1)])
  }

  function distrust(error: unknown): void {
    isTrusted = false
    if (lostSinceMs === null) {
      lostSinceMs = performance.now()
      const why = error instanceof Error ? error.message : String(error)
      log.warn({ why }, 'changes of the data are not heard: no page is served from memory')
    }
    first.resolve()
    notify('*')
  }

  function checkConnection(): void {
    const silentMs = performance.now() - Math.max(lastHeartbeatMs, connection?.openedMs ?? 0)
    if (connection && silentMs > trustMs) lost(connection, new Error(silence))
    else if (!isTrusted) notify('*')
    if (connection) void beat()
  }

  connect()
  const checkTimer = setInterval(checkConnection, beatMs)
  await Promise.race([first.promise, pause(firstBeatMs, undefined, { ref: false })])
  if (!isTrusted && lostSinceMs === null) distrust(new Error(silence))
  return {
    onChange: (listener) => listeners.push(listener),
    listening: () => isTrusted && performance.now() - lastHeartbeatMs < trustMs,
    async close() {
      isClosed = true
      clearInterval(checkTimer)
      clearTimeout(retry)
      connection?.destroy()
    },
  }
}

const silence =
  'no notification arrives. Where DATABASE_URL leads through a pooler such as PgBouncer, DATABASE_LISTEN_URL must not'

type Connection = { client: pg.Client; openedMs: number; destroy(): void }

/**
 * A connection with its own socket, so that it can be destroyed: pg waits for the server's close, which never comes on
 * a silent connection.
 */
function openConnection(connectionString: string): Connection {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString,
    application_name: 'shop-changes',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    stream: () => socket,
  })
  return {
    client,
    openedMs: performance.now(),
    destroy() {
      // The loss of the connection was logged already.
      client.removeAllListeners()
      client.on('error', () => undefined)
      socket.destroy()
    },
  }
}

function secondsSince(ms: number): number {
  return Math.round((performance.now() - ms) / 1_000)
}

/**
 * Reads, and passes what was read to `use`, unless a reading that began later has ended before: an older result never
 * replaces a newer one, and a slow reading does not delay the next.
 */
export function newestReading<T>(read: () => Promise<T>, use: (found: T) => void): () => Promise<void> {
  let begun = 0
  let used = 0
  return async () => {
    const number = ++begun
    const found = await read()
    if (number < used) return
    used = number
    use(found)
  }
}
