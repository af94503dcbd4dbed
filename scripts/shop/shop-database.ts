import { join } from 'node:path'
import { startPrivateDatabase } from '#app/open-database.ts'
import { readConfig } from '#config'
import { findEmbedded } from '#platform/database/embedded/find-embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { withClient } from '#platform/database/with-client.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createLog, type Log } from '#platform/log.ts'

export type ShopDatabase = {
  connectionString: string
  /** PostgreSQL's own address, where `connectionString` goes through a pooler. */
  directString: string
  log: Log
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The shop's database for a command, fully migrated: the configured one, the private one of a running shop, or the
 * private one started for the duration of the command.
 */
export async function openShopDatabase(): Promise<ShopDatabase & { migrated: string[] }> {
  const database = await openDatabase()
  try {
    return { ...database, migrated: await migrate(database.directString, 'db/migrations', { onWait: console.error }) }
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}

/** The database as it is, without migrations, while no program of the shop uses it. */
export async function openStoppedShop(): Promise<ShopDatabase> {
  const config = readConfig()
  const isRunning = () => new AppError('bad_request', 'The shop is running: stop it first.')
  if (!config.DATABASE_URL && (await findEmbedded({ dataDir: join(config.DATA_DIR, 'postgres') }))) throw isRunning()
  const database = await openDatabase()
  try {
    if (await isConnected(database.directString)) throw isRunning()
    return database
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}

export async function openDatabase(): Promise<ShopDatabase> {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  const dataDir = join(config.DATA_DIR, 'postgres')
  const there = config.DATABASE_URL ?? (await findEmbedded({ dataDir }))
  const own = there ? null : await startPrivateDatabase({ dataDir, log })
  const connectionString = there ?? own?.connectionString ?? ''
  const directString = config.DATABASE_LISTEN_URL ?? connectionString
  return { connectionString, directString, log, [Symbol.asyncDispose]: async () => own?.stop() }
}

async function isConnected(connectionString: string): Promise<boolean> {
  const { rowCount } = await withClient(connectionString, (client) =>
    client.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name in ('shop', 'shop-watch') and pid <> pg_backend_pid()`,
    ),
  )
  return (rowCount ?? 0) > 0
}
