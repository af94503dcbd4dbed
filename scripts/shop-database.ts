import { join } from 'node:path'
import { readConfig } from '#config'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import { findEmbedded } from '#platform/database/embedded/find-embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createLog, type Log } from '#platform/log.ts'

export type ShopDatabase = {
  connectionString: string
  migrated: string[]
  log: Log
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The shop's database for a command, fully migrated: the configured one, the private one of a running shop, or the private
 * one started for the duration of the command.
 */
export async function openShopDatabase(): Promise<ShopDatabase> {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  const dataDir = join(config.DATA_DIR, 'postgres')
  const there = config.DATABASE_URL ?? (await findEmbedded({ dataDir }))
  const own = there ? null : await startEmbedded({ dataDir, log })
  const connectionString = there ?? own?.connectionString ?? ''
  const stop = async () => own?.stop()
  try {
    const migrated = await migrate(config.DATABASE_LISTEN_URL ?? connectionString, 'db/migrations')
    return { connectionString, migrated, log, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}
