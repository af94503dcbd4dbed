import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import pg from 'pg'
import type { Config } from '#app/environment.ts'
import { moveDatabase } from '#app/move/move-database.ts'
import { movePictures } from '#app/move/move-pictures.ts'
import { startPrivateDatabase } from '#app/private-database.ts'
import { readConfig } from '#config'
import { findEmbedded } from '#platform/database/embedded/find-embedded.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createLog, type Log } from '#platform/log.ts'
import { reopenDatabase } from '#platform/move/close-database.ts'
import { databaseLabel } from '#platform/move/closing.ts'
import { readClosingOf } from '#platform/move/closing-connection.ts'
import { runCommand } from './run-command.ts'
import { openDatabase } from './shop-database.ts'

type Confirmed = { yes?: boolean }

/** `move database`, `move pictures`, `move reopen`. */
export function addTo(program: Command): void {
  const move = program.command('move').description('move the shop to another database or picture store')
  move
    .command('database')
    .description('move every row to an empty database; the shop is closed for a moment')
    .requiredOption('--to <DATABASE>', 'a connection string of PostgreSQL itself, or: private')
    .option('--yes', 'move without asking')
    .action((options: Confirmed & { to: string }) => runCommand(() => moveRows(options)))
  move
    .command('pictures')
    .description('move the pictures to the bucket that S3_BUCKET names, or back to DATA_DIR')
    .requiredOption('--to <STORE>', 's3, or: disk')
    .option('--yes', 'move without asking')
    .action((options: Confirmed & { to: string }) => runCommand(() => moveFiles(options)))
  move
    .command('reopen')
    .description('open the shop of the configured database again after a move')
    .option('--yes', 'reopen without asking')
    .action((options: Confirmed) => runCommand(() => reopen(options)))
}

async function moveRows({ to, yes }: Confirmed & { to: string }): Promise<void> {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  if (to === 'private' && !config.DATABASE_URL)
    refuse('The shop uses the private database already: DATABASE_URL is not set.')
  if (to !== 'private' && !/^postgres(ql)?:\/\//.test(to))
    refuse('--to must be postgresql://USER:PASSWORD@HOST/NAME, or: private')
  if (!yes) refuse('The shop will be closed for a moment while its rows are copied. To move it, add: --yes')
  await using source = await openDatabase()
  await using target = await openTarget(to, config, log)
  await moveDatabase(
    { config, log, from: source.directString, to: target.connectionString, label: target.label },
    console.log,
  )
  console.log(
    to === 'private'
      ? 'The shop is in the private database now. Remove DATABASE_URL (and DATABASE_LISTEN_URL) from its environment, and start it again.'
      : `The shop is in ${target.label} now. Set DATABASE_URL to that database, and start the shop again.`,
  )
  console.log(
    'The old database keeps its rows and sells nothing. Until the shop is started again, it shows that it is closed.',
  )
}

async function moveFiles({ to, yes }: Confirmed & { to: string }): Promise<void> {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  if (to !== 's3' && to !== 'disk') refuse('--to must be s3 or disk')
  if (!config.S3_BUCKET) refuse('Set S3_BUCKET and the other S3_ variables for this command: they name the bucket.')
  if (!yes) refuse('The shop will be closed for a moment while the last pictures are copied. To move them, add: --yes')
  await using database = await openDatabase()
  const { files, bytes, missing } = await movePictures(
    { config, log, connectionString: database.directString, to },
    console.log,
  )
  for (const name of missing) console.log(`Missing from the old store, and so from the new one: ${name}`)
  console.log(`${files} files were copied and compared, ${Math.ceil(bytes / 1024)} KiB.`)
  console.log(
    to === 's3'
      ? 'The pictures are in the bucket now. Set the S3_ variables in the shop’s environment, and start it again.'
      : 'The pictures are in DATA_DIR now. Remove the S3_ variables from the shop’s environment, and start it again.',
  )
  console.log('Until then it shows that it is closed. The old files stay where they are; remove them when you like.')
}

async function reopen({ yes }: Confirmed): Promise<void> {
  if (!yes) {
    refuse(
      'If the shop was moved, the new database may have taken orders that this one does not have, and both must not sell. ' +
        'To reopen this one, stop the programs of the other and add: --yes',
    )
  }
  await using database = await openDatabase()
  const movedTo = await reopenDatabase(database.directString)
  console.log(`The shop is open again${movedTo ? `: it had been moved to ${movedTo}` : ''}.`)
}

type Target = { connectionString: string; label: string; [Symbol.asyncDispose](): Promise<void> }

async function openTarget(to: string, config: Config, log: Log): Promise<Target> {
  if (to !== 'private') {
    return { connectionString: to, label: databaseLabel(to), [Symbol.asyncDispose]: async () => undefined }
  }
  const dataDir = join(config.DATA_DIR, 'postgres')
  if (await findEmbedded({ dataDir })) refuse(`A program runs the private database in ${dataDir}: stop it first.`)
  if (existsSync(join(dataDir, 'data'))) await setAsideMoved(dataDir, log)
  const { connectionString, stop } = await startPrivateDatabase({ dataDir, log })
  return { connectionString, label: `the private database in ${config.DATA_DIR}`, [Symbol.asyncDispose]: stop }
}

/** A private database that was moved away makes room for the one that comes back; its files stay. */
async function setAsideMoved(dataDir: string, log: Log): Promise<void> {
  const { connectionString, stop } = await startPrivateDatabase({ dataDir, log })
  const client = new pg.Client({ connectionString })
  await client.connect()
  const closing = await readClosingOf(client).finally(async () => {
    await client.end()
    await stop()
  })
  if (!closing?.movedTo) return
  const aside = `${dataDir}-moved-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  await rename(dataDir, aside)
  console.log(`The database that was moved away before is in ${aside} now.`)
}

function refuse(why: string): never {
  throw new AppError('bad_request', why)
}
