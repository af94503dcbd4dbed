import type { Log } from '#platform/log.ts'
import { keepBinaries } from './binaries.ts'
import { preparePlace, readOrCreatePasswords } from './place.ts'
import { type Embedded, startCluster } from './start-cluster.ts'
import { type CopyDatabase, upgradeCluster } from './upgrade-cluster.ts'

type EmbeddedOptions = {
  /** A folder of its own, such as `.data/postgres`; made when missing. */
  dataDir: string
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** `false` for the throw-away databases of tests: nothing is flushed to disk. */
  durable?: boolean
  /** Brings the rows over to PostgreSQL's next major version. Without it, files of another version are refused. */
  copy?: CopyDatabase
}

/**
 * Runs the private PostgreSQL of `dataDir` until `stop`, or until this process ends in any way; a postmaster that exits
 * is restarted. Files of an earlier major version are upgraded first, where `copy` is given. Throws DatabaseStartError,
 * with exitCode 2 when another program runs it and 3 when the files are of another major version and stay as they are.
 */
export async function startEmbedded({ dataDir, log, durable = true, copy }: EmbeddedOptions): Promise<Embedded> {
  const place = await preparePlace(dataDir, log)
  const passwords = await readOrCreatePasswords(place)
  if (copy) await upgradeCluster(place, passwords, { log, durable, copy })
  const embedded = await startCluster(place, passwords, { log, durable })
  // Not awaited: the shop opens meanwhile, and opens without it too.
  if (copy)
    keepBinaries(place.root).catch((error: unknown) => log.warn({ error }, 'PostgreSQL’s programs were not kept'))
  return embedded
}
