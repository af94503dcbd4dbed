import { realpath, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isMissing } from './file-errors.ts'

/** Removes the private database of `dataDir` for good, also where its files lie elsewhere. It must not be running. */
export async function removeEmbedded({ dataDir }: { dataDir: string }): Promise<void> {
  const asked = resolve(dataDir)
  try {
    await rm(await realpath(asked), { recursive: true })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await rm(asked, { recursive: true, force: true })
}
