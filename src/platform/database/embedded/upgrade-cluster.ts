import { existsSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Log } from '#platform/log.ts'
import { findKeptBinaries } from './binaries.ts'
import { DatabaseStartError, isAlive, isMissing } from './machine.ts'
import type { Passwords, Place } from './place.ts'
import { startCluster } from './start-cluster.ts'

/**
 * Copies every row of the database at `from`, which refuses writes, into the empty one at `to`, and compares both, as a
 * backup and its restore do. Rejects unless they are the same. Returns the number of rows.
 */
export type CopyDatabase = (from: string, to: string) => Promise<number>

type UpgradeOptions = { log: Pick<Log, 'info' | 'warn' | 'error'>; durable: boolean; copy: CopyDatabase }

/**
 * Brings the files of an earlier major version over to this one's: both versions of PostgreSQL run, the earlier one
 * read-only, and the rows are copied into new files. The earlier files stay beside them as `data-MAJOR` until
 * `removeKeptClusters`. Does nothing for files of this version. Throws DatabaseStartError (exit code 3), with the
 * earlier files unchanged, when the programs of that version were not kept, or the copy fails.
 */
export async function upgradeCluster(place: Place, passwords: Passwords, options: UpgradeOptions): Promise<void> {
  const { root, cluster, binaries } = place
  await finishUpgrade(place)
  const major = await readMajor(cluster)
  if (major === null || major >= binaries.major) return
  const refusal = (why: string, cause?: unknown) =>
    new DatabaseStartError(
      `data directory is PostgreSQL ${major}, this build is ${binaries.major}: ${why}. Its files are unchanged.`,
      { exitCode: 3, cause },
    )
  const kept = join(root, `data-${major}`)
  if (existsSync(kept)) throw refusal(`${kept} is in the way: move it to another folder`)
  const earlier = await findKeptBinaries(root, major)
  if (!earlier) {
    throw refusal(
      `the programs of ${major} were not kept. Start the previous version of the shop once, or make a backup with it ` +
        `(npm run shop -- backup) and restore that into a new DATA_DIR`,
    )
  }
  options.log.info({ from: major, to: binaries.major }, 'the database is brought to the next version of PostgreSQL')
  const work = await claimUpgrade(place)
  const next = { ...place, root: work, cluster: join(work, 'data') }
  try {
    await using before = await startCluster({ ...place, binaries: earlier }, passwords, { ...options, readOnly: true })
    await using after = await startCluster(next, passwords, options)
    const rows = await options.copy(before.connectionString, after.connectionString)
    options.log.info({ rows, kept }, 'every row was compared')
  } catch (cause) {
    await remove(work)
    if (cause instanceof DatabaseStartError && cause.exitCode === 2) throw cause
    throw refusal(`the copy failed: ${(cause as Error).message}`, cause)
  }
  // Both have ended: a postmaster writes its control file by its absolute path, even after a rename.
  await rename(cluster, kept)
  await finishUpgrade(place)
}

/**
 * Completes an upgrade between its last steps, also one that was killed there. Never lets a new shop begin beside the
 * files of an old one.
 */
async function finishUpgrade({ root, cluster }: Place): Promise<void> {
  if (existsSync(cluster)) return
  const [kept] = await listKeptClusters({ dataDir: root })
  if (!kept) return
  const work = (await readdir(root)).find((name) => /^upgrade-\d+$/.test(name) && existsSync(join(root, name, 'data')))
  if (!work) throw new DatabaseStartError(`${cluster} is missing beside ${kept}: put it back, or move both away.`)
  await rename(join(root, work, 'data'), cluster)
  await remove(join(root, work))
  // A rename is not durable before its folder is flushed.
  const folder = await open(root)
  await folder.sync().finally(() => folder.close())
}

/**
 * A folder for the new files, named after this process: two programs that start at once must not both exchange the
 * files. Removes what interrupted upgrades left.
 */
async function claimUpgrade({ root, user }: Place): Promise<string> {
  const own = join(root, `upgrade-${process.pid}`)
  await remove(own)
  await mkdir(own, { mode: 0o700 })
  for (const name of await readdir(root)) {
    const pid = Number(/^upgrade-(\d+)$/.exec(name)?.[1])
    if (!pid || pid === process.pid) continue
    if (isAlive(pid)) {
      await remove(own)
      throw new DatabaseStartError(`The database is being upgraded by pid ${pid}. Wait for it.`, { exitCode: 2 })
    }
    await remove(join(root, name))
  }
  if (user) await chown(own, user.uid, user.gid)
  return own
}

async function remove(path: string): Promise<void> {
  // The backends of a killed postmaster may still write into it.
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

async function readMajor(cluster: string): Promise<number | null> {
  if (!existsSync(cluster)) return null
  return Number((await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim())
}

/** The files of earlier major versions that upgrades left in `dataDir`, such as `/srv/shop/postgres/data-17`. */
export async function listKeptClusters({ dataDir }: { dataDir: string }): Promise<string[]> {
  try {
    const root = await realpath(resolve(dataDir))
    return (await readdir(root)).filter((name) => /^data-\d+$/.test(name)).map((name) => join(root, name))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Removes them, with the programs of those versions. Returns what was removed. */
export async function removeKeptClusters({ dataDir }: { dataDir: string }): Promise<string[]> {
  const removed: string[] = []
  for (const cluster of await listKeptClusters({ dataDir })) {
    const root = join(cluster, '..')
    const major = cluster.slice(cluster.lastIndexOf('-') + 1)
    const programs = (await readdir(root)).filter((name) => name.startsWith(`binaries-${major}.`))
    for (const path of [...programs.map((name) => join(root, name)), cluster]) {
      await rm(path, { recursive: true, force: true })
      removed.push(path)
    }
  }
  return removed
}
