import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Passwords } from './passwords.ts'

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
