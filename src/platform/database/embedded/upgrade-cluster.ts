import { existsSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#platform/log.ts'
import { findKeptBinaries } from './binaries.ts'
import { isMissing } from './file-errors.ts'
import { isAlive } from './is-alive.ts'
import { listKeptClusters } from './kept-versions.ts'
import type { Passwords } from './passwords.ts'
import type { Place } from './place.ts'
import { startCluster } from './start-cluster.ts'
import { DatabaseStartError } from './start-error.ts'

/**
 * Copies every row of the database at `from`, which refuses writes, into the empty one at `to`, and compares both.
 * Rejects unless they are the same. Returns the number of rows.
 */
export type CopyDatabase = (from: string, to: string) => Promise<number>

export type UpgradeOptions = { log: Pick<Log, 'info' | 'warn' | 'error'>; durable: boolean; copy: CopyDatabase }

/**
 * Brings the files of an earlier major version over to this one's: both versions of PostgreSQL run, the earlier one
 * read-only, and the rows are copied into new files. The earlier files stay beside them as `data-MAJOR` until
 * `confirmUpgrade`. Does nothing for files of this version. Throws DatabaseStartError (exit code 3), with the earlier
 * files unchanged, when the programs of that version were not kept, or the copy fails.
 */
export async function upgradeCluster(place: Place, passwords: Passwords, options: UpgradeOptions): Promise<void> {
  const { root, cluster, binaries } = place
  const major = await readMajor(cluster)
  if (major === null || major >= binaries.major) return
  const kept = keptCluster(place, major)
  if (existsSync(kept)) {
    throw refusal(major, binaries.major, `${kept} is in the way: move it to another folder`)
  }
  const oldBinaries = await findKeptBinaries(root, major)
  if (!oldBinaries) {
    throw refusal(
      major,
      binaries.major,
      `the programs of ${major} were not kept. Start the previous version of the shop once, or make a backup with it ` +
        `(npm run shop -- backup) and restore that into a new DATA_DIR`,
    )
  }
  options.log.info({ from: major, to: binaries.major }, 'the database is brought to the next version of PostgreSQL')
  const work = await claimUpgrade(place)
  try {
    const rows = await copyCluster({ ...place, binaries: oldBinaries }, nextPlace(place, work), passwords, options)
    // Both have ended: a postmaster writes its control file by its absolute path, even after a rename.
    await rename(join(work, 'data'), readyCluster(place))
    await rename(cluster, kept)
    await rename(readyCluster(place), cluster)
    await flushFolder(root)
    options.log.info({ rows, kept }, 'the database is of the next version: every row was compared')
  } catch (cause) {
    if (cause instanceof DatabaseStartError && cause.exitCode === 2) throw cause
    throw refusal(major, binaries.major, `the copy failed: ${(cause as Error).message}`, cause)
  } finally {
    await remove(work)
  }
}

/**
 * Completes an upgrade that was interrupted between its last steps. Never lets a new shop begin beside the files of an
 * old one.
 */
export async function finishUpgrade(place: Place): Promise<void> {
  if (existsSync(place.cluster)) return
  if (existsSync(readyCluster(place))) return rename(readyCluster(place), place.cluster)
  const [kept] = await listKeptClusters({ dataDir: place.root })
  if (kept) throw new DatabaseStartError(`${place.cluster} is missing beside ${kept}: put it back, or move both away.`)
}

/**
 * A folder for the new files, named after this process: two programs that start at once must not both exchange the
 * files. Removes what interrupted upgrades left.
 */
async function claimUpgrade(place: Place): Promise<string> {
  const own = `upgrade-${process.pid}`
  await remove(join(place.root, own))
  await mkdir(join(place.root, own), { mode: 0o700 })
  for (const name of await readdir(place.root)) {
    const pid = Number(/^upgrade-(\d+)$/.exec(name)?.[1])
    if (!pid || name === own) continue
    if (isAlive(pid)) {
      await remove(join(place.root, own))
      throw new DatabaseStartError(`The database is being upgraded by pid ${pid}. Wait for it.`, { exitCode: 2 })
    }
    await remove(join(place.root, name))
  }
  await remove(readyCluster(place))
  if (place.user) await chown(join(place.root, own), place.user.uid, place.user.gid)
  return join(place.root, own)
}

function nextPlace(place: Place, root: string): Place {
  return { ...place, root, cluster: join(root, 'data') }
}

async function copyCluster(
  earlier: Place,
  next: Place,
  passwords: Passwords,
  { log, durable, copy }: UpgradeOptions,
): Promise<number> {
  const before = await startCluster(earlier, passwords, { log, durable, readOnly: true })
  try {
    const after = await startCluster(next, passwords, { log, durable })
    try {
      return await copy(before.connectionString, after.connectionString)
    } finally {
      await after.stop()
    }
  } finally {
    await before.stop()
  }
}

async function remove(path: string): Promise<void> {
  // The backends of a killed postmaster may still write into it.
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** The major version of a cluster's files; null where there are none. */
async function readMajor(cluster: string): Promise<number | null> {
  try {
    return Number((await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim())
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** A complete cluster that is not in its place yet. */
function readyCluster({ root }: Place): string {
  return join(root, 'data.ready')
}

function keptCluster({ root }: Place, major: number): string {
  return join(root, `data-${major}`)
}

function refusal(from: number, to: number, why: string, cause?: unknown): DatabaseStartError {
  const message = `data directory is PostgreSQL ${from}, this build is ${to}: ${why}. Its files are unchanged.`
  return new DatabaseStartError(message, { exitCode: 3, cause })
}

/** Flushes the names in a folder: a rename is not durable before. */
async function flushFolder(dir: string): Promise<void> {
  const folder = await open(dir)
  await folder.sync().finally(() => folder.close())
}
