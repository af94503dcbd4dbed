import { realpath, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isMissing } from './file-errors.ts'

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
