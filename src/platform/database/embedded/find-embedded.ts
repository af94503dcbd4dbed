import { readFile, realpath, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { connectionStringFor } from './connect.ts'
import { isMissing } from './machine.ts'
import type { Passwords } from './place.ts'
import { findRunning } from './postmaster-file.ts'

/**
 * The connection string of the private database of `dataDir` while another program runs it, for commands beside a
 * running shop; null when no program runs it.
 */
export async function findEmbedded({ dataDir }: { dataDir: string }): Promise<string | null> {
  try {
    const root = await realpath(resolve(dataDir))
    const running = await findRunning(join(root, 'data'))
    if (!running?.socketDir) return null // no program runs it, or a shop is starting
    const passwords = JSON.parse(await readFile(join(root, 'passwords.json'), 'utf8')) as Passwords
    return connectionStringFor(running.socketDir, passwords)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Deletes the private database of `dataDir`, also where its files are in another folder. It must not be running. */
export async function removeEmbedded({ dataDir }: { dataDir: string }): Promise<void> {
  const requestedPath = resolve(dataDir)
  try {
    await rm(await realpath(requestedPath), { recursive: true })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await rm(requestedPath, { recursive: true, force: true })
}
