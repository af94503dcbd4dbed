import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '#config'
import { finishRecovery, requireRecovered } from '#operations/backup/recovery.ts'
import { findEmbedded, removeEmbedded } from '#platform/database/embedded/find-embedded.ts'
import { removeKeptClusters } from '#platform/database/embedded/upgrade-cluster.ts'
import { migrate } from '#platform/database/migrate.ts'
import { printAdministrators, refuse, runCommand } from './run-command.ts'
import { openShopDatabase, openStoppedShop } from './shop-database.ts'

type RecoveredOptions = { yes?: boolean; force?: boolean }

/** `db migrate`, `db recovered`, `db confirm-upgrade`, `db reset`. */
export function addTo(program: Command): void {
  const database = program.command('db').description('the shop’s database')
  database
    .command('migrate')
    .description('bring the database up to date for this version, without starting the shop')
    .action(() => runCommand(migrateDatabase))
  database
    .command('recovered')
    .description('after a recovery to an earlier moment: check the database, hold e-mails, sign everyone out')
    .option('--yes', 'hold waiting e-mails and sign everyone out')
    .option('--force', 'also where PostgreSQL shows no recovery, for example after a copy of its disk')
    .action((options: RecoveredOptions) => runCommand(() => finish(options)))
  database
    .command('confirm-upgrade')
    .description('remove the files that an upgrade of the private PostgreSQL kept')
    .action(() => runCommand(confirmUpgrade))
  database
    .command('reset')
    .description('delete the private database and the stored pictures of a rehearsal')
    .option('--yes', 'confirm the deletion')
    .action(({ yes = false }: { yes?: boolean }) => runCommand(() => resetDatabase(yes)))
}

async function migrateDatabase(): Promise<void> {
  await using database = await openShopDatabase()
  for (const name of database.migrated) console.log(`ran ${name}`)
  if (database.migrated.length === 0) console.log('The database is up to date.')
}

async function finish({ yes = false, force = false }: RecoveredOptions): Promise<void> {
  const config = readConfig()
  if (!config.DATABASE_URL)
    refuse('DATABASE_URL is not set. The private database is not recovered to a moment: restore a backup instead.')
  if (!yes) refuse('Waiting e-mails will be held, and everyone will be signed out. To go ahead, add: --yes')
  await using database = await openStoppedShop()
  await requireRecovered(database.directString, { insists: force })
  await migrate(database.directString, 'db/migrations', { onWait: console.error })
  const { emails, campaigns, sessions, administrators, missingPictures } = await finishRecovery({
    config,
    log: database.log,
    connectionString: database.directString,
  })
  console.log(`E-mails held: ${emails}. Send or dismiss each at /admin/settings.`)
  if (campaigns > 0) console.log(`Campaigns held: ${campaigns}. Continue or stop each at /admin/subscribers.`)
  console.log(`Sessions ended: ${sessions}. Links in earlier e-mails about accounts no longer work.`)
  printAdministrators(administrators)
  for (const name of missingPictures) console.log(`The file of a picture is missing: ${name}`)
  console.log(
    'The shop has all the rights that it needs in this database, and an order could be placed. You can start the shop.',
  )
}

async function confirmUpgrade(): Promise<void> {
  const removed = await removeKeptClusters({ dataDir: join(readConfig().DATA_DIR, 'postgres') })
  for (const path of removed) console.log(`removed ${path}`)
  if (removed.length === 0) console.log('No upgrade is waiting to be confirmed.')
}

async function resetDatabase(confirmed: boolean): Promise<void> {
  const config = readConfig()
  const dataDir = resolve(config.DATA_DIR)
  const database = join(dataDir, 'postgres')
  if (config.DATABASE_URL) refuse('DATABASE_URL is set: this command deletes the private database only.')
  if (config.SHOP_MODE === 'live') refuse('This shop is live: its database is not deleted.')
  if (await findEmbedded({ dataDir: database })) refuse('The shop is running: stop it first.')
  if (!confirmed)
    refuse(`This deletes every order, account and picture in ${dataDir}. To do that: npm run db:reset -- --yes`)
  await removeEmbedded({ dataDir: database })
  await rm(join(dataDir, 'storage'), { recursive: true, force: true })
  console.log('The next start begins with an empty database.')
}
