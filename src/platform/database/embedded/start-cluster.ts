import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Log } from '#platform/log.ts'
import { connectionStringFor } from './connect.ts'
import { DatabaseStartError, databaseEnvironment, isAlive, isNameTaken, syncMethod } from './machine.ts'
import type { Passwords, Place } from './place.ts'
import { prepareSocketDir } from './postmaster.ts'
import { supervise } from './supervise.ts'

export type Embedded = AsyncDisposable & {
  /** For role `shop_owner`, which owns the database `shop` and is not a superuser. */
  connectionString: string
  /** The postmaster's process number; it changes after a restart. */
  pid(): number
  /** Shuts PostgreSQL down cleanly. The caller closes its own connections first. */
  stop(): Promise<void>
}

type ClusterOptions = {
  log: Pick<Log, 'info' | 'warn' | 'error'>
  durable: boolean
  /** Refuses every write: the files are only read, to be copied. */
  readOnly?: boolean
}

/** Runs PostgreSQL on the files of `place`, created when missing, with the shop's role and database. */
export async function startCluster(place: Place, passwords: Passwords, options: ClusterOptions): Promise<Embedded> {
  await prepareCluster(place, passwords, options)
  const { socketDir, temporary } = await prepareSocketDir(place)
  const supervised = await supervise({ place, socketDir, passwords, ...options })

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
  const connectionString = connectionStringFor(socketDir, passwords)
  return { connectionString, pid: supervised.pid, stop, [Symbol.asyncDispose]: stop }
}

/**
 * Creates what is missing of the role `shop_owner`, which is not a superuser and does not bypass row-level security,
 * and of its database `shop`.
 */
async function bootstrap(superuser: pg.Client, passwords: Passwords): Promise<void> {
  if (await isMissing(superuser, `select from pg_roles where rolname = 'shop_owner'`)) {
    const password = pg.escapeLiteral(passwords.owner)
    await superuser.query(
      `create role shop_owner login createrole createdb nosuperuser nobypassrls password ${password}`,
    )
  }
  if (await isMissing(superuser, `select from pg_database where datname = 'shop'`)) {
    await superuser.query('create database shop owner shop_owner')
  }
}

async function isMissing(superuser: pg.Client, query: string): Promise<boolean> {
  return (await superuser.query(query)).rowCount === 0
}

/**
 * Creates the database's files unless they exist, in a temporary folder that is renamed when it is complete. A process
 * killed before that leaves a folder that the next start removes. Refuses files of another major version (exit code 3).
 */
async function prepareCluster(place: Place, passwords: Passwords, { durable }: { durable: boolean }) {
  if (!existsSync(place.cluster)) await createCluster(place, passwords, durable)
  const version = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim()
  const { major } = place.binaries
  if (version !== String(major)) {
    throw new DatabaseStartError(
      `data directory is PostgreSQL ${version}, this build is ${major}: start it with the version of the shop that made it, or ` +
        `restore a backup of that version into a new DATA_DIR (${place.cluster})`,
      { exitCode: 3 },
    )
  }
}

async function createCluster(place: Place, passwords: Passwords, durable: boolean): Promise<void> {
  await removeUnfinished(place.root)
  const unfinished = join(place.root, `data.tmp-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${unfinished}.password`
  try {
    await writeFile(passwordFile, passwords.superuser, { mode: 0o600 })
    if (place.user) await chown(passwordFile, place.user.uid, place.user.gid)
    await runInitdb(place, [
      `--pgdata=${unfinished}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--auth=scram-sha-256',
      durable ? `--sync-method=${syncMethod()}` : '--no-sync',
    ])
    await rename(unfinished, place.cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // A concurrent start was faster; the lock on the running database decides between the two.
    if (!isNameTaken(error)) throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function runInitdb({ binaries, user }: Place, flags: string[]): Promise<void> {
  try {
    await promisify(execFile)(binaries.initdb, flags, { ...user, cwd: '/', env: databaseEnvironment })
  } catch (cause) {
    const reason = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause)
    throw new DatabaseStartError(`PostgreSQL could not create its files: ${reason.split('\n').at(-1)}`, { cause })
  }
}

/** Removes the folders of killed first starts, but not the folder of a process that still runs. */
async function removeUnfinished(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const maker = /^data\.tmp-(\d+)-/.exec(name)?.[1]
    // In a container every start may have the same process number, so a folder with our own number is an old one.
    if (!maker || (Number(maker) !== process.pid && isAlive(Number(maker)))) continue
    // An initdb whose parent was killed may still write into it.
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
