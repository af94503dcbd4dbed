import { rm } from 'node:fs/promises'
import type { Log } from '#platform/log.ts'
import { bootstrap } from './bootstrap.ts'
import { prepareCluster } from './cluster.ts'
import { connectionStringFor } from './connect.ts'
import { readOrCreatePasswords } from './passwords.ts'
import { preparePlace } from './place.ts'
import { prepareSocketDir } from './postmaster.ts'
import { supervise } from './supervise.ts'

export type Embedded = {
  /** For role `shop_owner`, which owns the database `shop` and is not a superuser. */
  connectionString: string
  /** The postmaster's process number; it changes after a restart. */
  pid(): number
  /** Shuts PostgreSQL down cleanly. The caller closes its own connections first. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** A folder of its own, such as `.data/postgres`; made when missing. */
  dataDir: string
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** `false` for the throw-away databases of tests: nothing is flushed to disk. */
  durable?: boolean
}

/**
 * Runs the private PostgreSQL of `dataDir` until `stop`, or until this process ends in any way; a postmaster that exits
 * is restarted. Throws DatabaseStartError, with exitCode 2 when another program runs it and 3 when the files are of
 * another major version.
 */
export async function startEmbedded({ dataDir, log, durable = true }: EmbeddedOptions): Promise<Embedded> {
  const place = await preparePlace(dataDir, log)
  const passwords = await readOrCreatePasswords(place)
  await prepareCluster(place, passwords, { durable })
  const { socketDir, temporary } = await prepareSocketDir(place)
  const supervised = await supervise({ place, socketDir, passwords, durable, log })

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
  return { connectionString: connectionStringFor(socketDir, passwords), pid: supervised.pid, stop }
}
