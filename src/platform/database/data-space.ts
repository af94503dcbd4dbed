import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'

/** Enough for a few uploads and one more segment of a private database's write-ahead log. */
const leastBytes = 64 * 1_048_576

/** Rejects, with the reason, where the folder cannot be written to or has less than 64 MiB left. */
export async function requireSpace(folder: string): Promise<void> {
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < leastBytes) {
    throw new Error(`${folder} has ${Math.floor((bavail * bsize) / 1_048_576)} MiB left, and needs 64`)
  }
}
