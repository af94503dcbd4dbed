import { resolve } from 'node:path'
import { copyDatabase } from '#platform/backup/copy-database.ts'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import type { Embedded } from '#platform/database/embedded/start-cluster.ts'
import type { Log } from '#platform/log.ts'

/** Runs the private database of `dataDir`; files of an earlier major version of PostgreSQL are upgraded first. */
export function startPrivateDatabase({ dataDir, log }: { dataDir: string; log: Log }): Promise<Embedded> {
  const migrationsDir = resolve('db/migrations')
  return startEmbedded({ dataDir, log, copy: (from, to) => copyDatabase({ from, to, migrationsDir }) })
}
