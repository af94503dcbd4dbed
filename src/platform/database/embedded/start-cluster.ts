import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { Log } from '#platform/log.ts'
import { prepareCluster } from './cluster.ts'
import { connectionStringFor } from './connect.ts'
import type { Passwords } from './passwords.ts'
import type { Place } from './place.ts'
import { prepareSocketDir } from './postmaster.ts'
import { supervise } from './supervise.ts'

export type Embedded = AsyncDisposable & {
  /** For role `shop_owner`, which owns the database `shop` and is not a superuser. */
  connectionString: string
  /** The postmaster's process number; it changes after a restart. */
  pid(): number
  /** Shuts PostgreSQL down cleanly. The caller closes its own connections first. */
  stop(): Promise<void>
}

export type ClusterOptions = {
  log: Pick<Log, 'info' | 'warn' | 'error'>
  durable: boolean
  /** Refuses every write: the files are only read, to be copied. */
  readOnly?: boolean
}

/** Runs PostgreSQL on the files of `place`, created when missing, with the shop's role and database. */
export async function startCluster(place: Place, passwords: Passwords, options: ClusterOptions): Promise<Embedded> {
  await prepareCluster(place, passwords, options)
  const { socketDir, temporary } = await prepareSocketDir(place)
  const supervised = await supervise({ place, socketDir, passwords, ...options })

  async function stop() {
    await supervised.stop()
    if (temporary) await rm(socketDir, { recursive: true, force: true })
  }

  try {
    await bootstrap(supervised.superuser(), passwords)
  } catch (error) {
    await stop()
    throw error
  }
  supervised.letProcessEnd()
  const connectionString = connectionStringFor(socketDir, passwords)
  return { connectionString, pid: supervised.pid, stop, [Symbol.asyncDispose]: stop }
}

/**
 * Creates what is missing of the role `shop_owner`, which is not a superuser and does not bypass row-level security,
 * and of its database `shop`.
 */
async function bootstrap(superuser: pg.Client, passwords: Passwords): Promise<void> {
  if (await isMissing(superuser, `select from pg_roles where rolname = 'shop_owner'`)) {
    const password = pg.escapeLiteral(passwords.owner)
    await superuser.query(
      `create role shop_owner login createrole createdb nosuperuser nobypassrls password ${password}`,
    )
  }
  if (await isMissing(superuser, `select from pg_database where datname = 'shop'`)) {
    await superuser.query('create database shop owner shop_owner')
  }
}

async function isMissing(superuser: pg.Client, query: string): Promise<boolean> {
  return (await superuser.query(query)).rowCount === 0
}
