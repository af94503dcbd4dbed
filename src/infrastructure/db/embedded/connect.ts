import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Passwords } from './passwords.ts'

/** Connects as the superuser, whose only uses are to create the shop's role and database and to hold the lock. */
export async function connectSuperuser(socketDir: string, passwords: Passwords): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketDir,
    port: 5432,
    user: 'postgres',
    password: passwords.superuser,
    database: 'postgres',
    application_name: `owner ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined) // the connection's end is what counts, and 'end' tells it
  await client.connect()
  return client
}

/** Tries until PostgreSQL answers, as long as it is there; null when `isThere` says no. It may be recovering for long. */
export async function connectWhileThere(
  socketDir: string,
  passwords: Passwords,
  isThere: () => boolean,
): Promise<pg.Client | null> {
  while (isThere()) {
    try {
      return await connectSuperuser(socketDir, passwords)
    } catch (error) {
      if (!isNotYet(error)) throw error
      await delay(25)
    }
  }
  return null
}

/** No socket yet, nobody listening yet, starting up, shutting down, or gone in the middle of it. */
function isNotYet(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01'].includes(code) ||
    /terminated|timeout/.test(error.message)
  )
}

/** For role `shop_owner` on database `shop`; libpq, pg and WHATWG URLs all understand it. */
export function connectionStringFor(socketDir: string, passwords: Passwords): string {
  const socket = encodeURIComponent(join(socketDir))
  return `postgresql://shop_owner:${passwords.owner}@localhost:5432/shop?host=${socket}`
}
