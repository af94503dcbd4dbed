import { readFile, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { connectionStringFor } from './connect.ts'
import { isMissing } from './file-errors.ts'
import type { Passwords } from './passwords.ts'
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
