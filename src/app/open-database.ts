import { join, resolve } from 'node:path'
import type { Config } from '#operations/config/environment.ts'
import { requireOpenShop } from '#operations/move/closed-shop.ts'
import { policies } from '#operations/policies.ts'
import { copyDatabase } from '#platform/backup/restore-database.ts'
import { checkRights } from '#platform/database/check-rights.ts'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import type { Embedded } from '#platform/database/embedded/start-cluster.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Log } from '#platform/log.ts'

export type OpenDatabase = {
  connectionString: string
  /** PostgreSQL's own address where `connectionString` goes through a pooler: for LISTEN and migrations. */
  directString: string
  stop(): Promise<void>
}

/** The configured database or the private one, fully migrated and checked. */
export async function openDatabase(config: Config, migrations: string, log: Log): Promise<OpenDatabase> {
  const database = config.DATABASE_URL
    ? given(config.DATABASE_URL, config.DATABASE_LISTEN_URL)
    : await startPrivate(config, log)
  try {
    await requireOpenShop(database.directString, config)
    const ran = await migrate(database.directString, migrations, { onWait: (message) => log.warn(message) })
    if (ran.length > 0) log.info({ migrations: ran.length, newest: ran.at(-1) }, 'the database is up to date')
    const warned = await checkRights(database.directString, policies)
    if (warned) log.warn(`${warned}. docs/operating/deploying.md has the way to a login of its own`)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

function given(connectionString: string, directString = connectionString): OpenDatabase {
  return { connectionString, directString, stop: async () => undefined }
}

async function startPrivate(config: Config, log: Log): Promise<OpenDatabase> {
  const embedded = await startPrivateDatabase({ dataDir: join(config.DATA_DIR, 'postgres'), log })
  const { connectionString, stop } = embedded
  return { connectionString, directString: connectionString, stop }
}

/** Runs the private database of `dataDir`; files of an earlier major version of PostgreSQL are upgraded first. */
export function startPrivateDatabase({ dataDir, log }: { dataDir: string; log: Log }): Promise<Embedded> {
  const migrationsDir = resolve('db/migrations')
  return startEmbedded({ dataDir, log, copy: (from, to) => copyDatabase(from, to, { migrationsDir }) })
}
