import { readdir, realpath, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isMissing } from './file-errors.ts'

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
