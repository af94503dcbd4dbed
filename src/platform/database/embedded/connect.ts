import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseStartError } from './machine.ts'
import type { Passwords, Place } from './place.ts'
import { findRunning, isPostmasterOf, type Running } from './postmaster-file.ts'

/** `gone` resolves when the connection has ended, for any reason. */
export type Superuser = { client: pg.Client; gone: Promise<null> }

/** Connects as the superuser, whose only uses are to create the shop's role and database and to hold the lock. */
async function connectSuperuser(socketDir: string, passwords: Passwords): Promise<Superuser> {
  const client = new pg.Client({
    host: socketDir,
    port: 5432,
    user: 'postgres',
    password: passwords.superuser,
    database: 'postgres',
    application_name: `owner ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined) // an error is followed by 'end', which is handled below
  const gone = new Promise<null>((resolve) => client.once('end', () => resolve(null)))
  await client.connect()
  return { client, gone }
}

/**
 * Tries to connect until PostgreSQL accepts, which a recovery may delay for long; null once `isThere` returns false.
 */
export async function connectWithRetry(
  socketDir: string,
  passwords: Passwords,
  isThere: () => boolean,
): Promise<Superuser | null> {
  for (let waitMs = 20; isThere(); waitMs = Math.min(waitMs * 1.3, 150)) {
    try {
      return await connectSuperuser(socketDir, passwords)
    } catch (error) {
      if (!isPassing(error)) throw error
      await delay(waitMs)
    }
  }
  return null
}

// No socket or listener yet, a connection reset; PostgreSQL is starting up, shutting down, or ending all connections.
const passing = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300'])

/** Whether PostgreSQL is only starting, ending or restarting, so that a retry may succeed. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && passing.has(String(error.code))) || /terminated|timeout/.test(error.message)
}

/** For role `shop_owner` on database `shop`; libpq, pg and WHATWG URLs all understand it. */
export function connectionStringFor(socketDir: string, passwords: Passwords): string {
  const socket = encodeURIComponent(socketDir)
  return `postgresql://shop_owner:${passwords.owner}@localhost:5432/shop?host=${socket}`
}

// 'shop', 'ownr' as numbers: no other program uses this advisory lock in the database `postgres`.
const lock = '1936224112, 1870098034'

/**
 * Takes the lock that marks the one program that runs this database, until the connection ends. Returns whether it was
 * free.
 */
export async function takeOwnership(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lock}) as taken`)
  return rows[0]?.taken === true
}

/** Refuses a database that another program runs (exit code 2). */
export async function refuseAlreadyRunning(client: pg.Client): Promise<never> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and (l.classid::bigint, l.objid::bigint) = (${lock})`,
  )
  const pid = rows[0]?.name.replace('owner ', '') ?? 'unknown'
  throw new DatabaseStartError(`The shop's database is already running as pid ${pid}. Stop that one first.`, {
    exitCode: 2,
  })
}

/**
 * Stops a postmaster that a dead program left running; refuses when its owner still runs (exit code 2). An owner's end
 * frees the lock, also when another process has taken the owner's number since.
 */
export async function stopOrphan(place: Place, running: Running, passwords: Passwords): Promise<void> {
  const giveUpAt = Date.now() + 60_000
  const isThere = () => isPostmasterOf(place.cluster, running.pid) && Date.now() < giveUpAt
  let { socketDir } = running
  while (!socketDir && isThere()) {
    await delay(20)
    socketDir = (await findRunning(place.cluster))?.socketDir ?? ''
  }
  const superuser = await connectWithRetry(socketDir, passwords, isThere)
  if (!superuser && isPostmasterOf(place.cluster, running.pid)) {
    throw new DatabaseStartError(
      `PostgreSQL runs as pid ${running.pid} but does not answer: stop it, then start again.`,
    )
  }
  try {
    // The lock is held until the postmaster has ended, so that no other start takes it over meanwhile.
    if (superuser && !(await takeOwnership(superuser.client))) await refuseAlreadyRunning(superuser.client)
    await stopPostmaster(place.cluster, running.pid)
  } catch (error) {
    if (!isPassing(error)) throw error // another start is stopping it
  } finally {
    await superuser?.client.end()
  }
}

/** Requests a fast shutdown, then an immediate one. Returns when the process has ended. */
async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  for (const [signal, waitMs] of [['SIGINT', 15_000] as const, ['SIGQUIT', 5_000] as const]) {
    if (!isPostmasterOf(cluster, pid)) return
    process.kill(pid, signal)
    const giveUpAt = Date.now() + waitMs
    while (isPostmasterOf(cluster, pid) && Date.now() < giveUpAt) await delay(20)
  }
  if (isPostmasterOf(cluster, pid))
    throw new DatabaseStartError(`PostgreSQL (pid ${pid}) does not stop: end it by hand.`)
}
