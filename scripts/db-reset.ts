import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readConfig } from '#config'
import { findEmbedded } from '#platform/database/embedded/find-embedded.ts'
import { removeEmbedded } from '#platform/database/embedded/remove-embedded.ts'

// `npm run db:reset -- --yes`: deletes the private database and the stored images; the next start begins with an empty shop.

const config = readConfig()
const dataDir = resolve(config.DATA_DIR)
const database = join(dataDir, 'postgres')

if (config.DATABASE_URL) refuse('DATABASE_URL is set: this command only removes the private database.')
else if (config.SHOP_MODE === 'live') refuse('This shop is live.')
else if (await findEmbedded({ dataDir: database })) refuse('The shop is running: stop it first.')
else if (!process.argv.includes('--yes'))
  refuse(`This removes every order, account and picture in ${dataDir}. Add: -- --yes`)
else {
  await removeEmbedded({ dataDir: database })
  await rm(join(dataDir, 'storage'), { recursive: true, force: true })
  console.log('The next start begins with an empty database.')
}

function refuse(why: string): void {
  console.error(why)
  process.exitCode = 1
}
