import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { startPrivateDatabase } from '#app/open-database.ts'
import { readConfig } from '#config'
import { databaseAddress } from '#operations/config/address-schemas.ts'
import type { Config } from '#operations/config/environment.ts'
import { plainConnections, unusableDatabases } from '#operations/config/plain-connections.ts'
import { readClosing, readSettings } from '#operations/move/closed-shop.ts'
import { moveDatabase, movePictures, reopenShop } from '#operations/move/move-shop.ts'
import { findEmbedded } from '#platform/database/embedded/find-embedded.ts'
import { withClient } from '#platform/database/with-client.ts'
import { createLog, type Log } from '#platform/log.ts'
import { refuse, runCommand } from './run-command.ts'
import { openDatabase } from './shop-database.ts'

type Confirmed = { yes?: boolean }

/** `move database`, `move pictures`, `move reopen`. */
export function addTo(program: Command): void {
  const move = program.command('move').description('move the shop to another database or picture store')
  move
    .command('database')
    .description('move every row to an empty database; the shop closes for a moment')
    .requiredOption('--to <DATABASE>', 'the address of PostgreSQL itself, or: private')
    .option('--yes', 'confirm the move')
    .action((options: Confirmed & { to: string }) => runCommand(() => moveRows(options)))
  move
    .command('pictures')
    .description('move the pictures to the bucket that S3_BUCKET names, or back to DATA_DIR')
    .requiredOption('--to <STORE>', 's3, or: disk')
    .option('--yes', 'confirm the move')
    .action((options: Confirmed & { to: string }) => runCommand(() => moveFiles(options)))
  move
    .command('reopen')
    .description('after a move, open the shop of the old database again')
    .option('--yes', 'confirm that only this shop will sell')
    .action((options: Confirmed) => runCommand(() => reopen(options)))
}

async function moveRows({ to, yes }: Confirmed & { to: string }): Promise<void> {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  if (to === 'private' && !config.DATABASE_URL)
    refuse('The shop already uses the private database: DATABASE_URL is not set.')
  if (to !== 'private') requireProtected(to, config)
  if (!yes) refuse('The shop closes for a moment while its rows are copied. To move it, add: --yes')
  await using source = await openDatabase()
  await using target = await openTarget(to, config, log)
  const shop = { config, log, connectionString: source.directString }
  await moveDatabase(shop, target.connectionString, target.label, console.log)
  console.log(
    to === 'private'
      ? 'The shop is now in the private database. Remove DATABASE_URL and DATABASE_LISTEN_URL from its environment, and start it again.'
      : `The shop is now in ${target.label}. Set DATABASE_URL to that database, and start the shop again.`,
  )
  console.log(
    'The old database keeps its rows but takes no orders. Until you start the shop again, its pages say that it is closed.',
  )
}

/** Refuses an address that the shop would refuse at its next start, before any row is sent there. */
function requireProtected(to: string, config: Config): void {
  const read = databaseAddress.safeParse(to)
  if (!read.success) refuse(`--to: ${read.error.issues[0]?.message}. Or: --to private`)
  const moved = { ...config, DATABASE_URL: to, DATABASE_LISTEN_URL: undefined }
  const [problem] = [
    ...unusableDatabases(moved),
    ...(config.SHOP_MODE === 'live' ? plainConnections(moved) : []),
  ].filter((line) => line.startsWith('DATABASE_URL: '))
  if (problem) refuse(problem.replace('DATABASE_URL', '--to'))
}

async function moveFiles({ to, yes }: Confirmed & { to: string }): Promise<void> {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  if (to !== 's3' && to !== 'disk') refuse('--to must be s3 or disk')
  if (!config.S3_BUCKET) refuse('Set S3_BUCKET and the other S3_ variables, so that this command knows the bucket.')
  if (!yes) refuse('The shop closes for a moment while the last pictures are copied. To move them, add: --yes')
  await using database = await openDatabase()
  const shop = { config, log, connectionString: database.directString }
  const { files, bytes, missing } = await movePictures(shop, to, console.log)
  for (const name of missing) console.log(`Not copied, because its file is missing: ${name}`)
  console.log(`${files} files were copied and compared, ${Math.ceil(bytes / 1024)} KiB.`)
  console.log(
    to === 's3'
      ? 'The pictures are now in the bucket. Set the S3_ variables in the shop’s environment, and start it again.'
      : 'The pictures are now in DATA_DIR. Remove the S3_ variables from the shop’s environment, and start it again.',
  )
  console.log(
    'Until then its pages say that it is closed. The old files stay where they are; remove them when you like.',
  )
}

async function reopen({ yes }: Confirmed): Promise<void> {
  if (!yes) {
    refuse(
      'If the shop was moved, the new database may have orders that this one lacks, and only one of them may sell. ' +
        'To reopen this one, stop the programs of the other and add: --yes',
    )
  }
  await using database = await openDatabase()
  const movedTo = await reopenShop(database.directString)
  console.log(`The shop is open again${movedTo ? `. It had moved to ${movedTo}` : ''}.`)
}

type Target = { connectionString: string; label: string; [Symbol.asyncDispose](): Promise<void> }

async function openTarget(to: string, config: Config, log: Log): Promise<Target> {
  if (to !== 'private') {
    // Without user and password.
    const { host, pathname } = new URL(to)
    const label = `postgresql://${host}${pathname}`
    return { connectionString: to, label, [Symbol.asyncDispose]: async () => undefined }
  }
  const dataDir = join(config.DATA_DIR, 'postgres')
  if (await findEmbedded({ dataDir })) refuse(`A program is using the private database in ${dataDir}: stop it first.`)
  if (existsSync(join(dataDir, 'data'))) await setAsideMoved(dataDir, log)
  const { connectionString, stop } = await startPrivateDatabase({ dataDir, log })
  return { connectionString, label: `the private database in ${config.DATA_DIR}`, [Symbol.asyncDispose]: stop }
}

/** A private database that was moved away makes room for the one that is moved back; its files stay. */
async function setAsideMoved(dataDir: string, log: Log): Promise<void> {
  const { connectionString, stop } = await startPrivateDatabase({ dataDir, log })
  const settings = await withClient(connectionString, readSettings).finally(stop)
  if (!readClosing(settings)?.movedTo) return
  const aside = `${dataDir}-moved-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  await rename(dataDir, aside)
  console.log(`The database that was moved away before is now in ${aside}.`)
}
