import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pictureBucket } from '#features/catalogue/product.schema.ts'
import type { Log } from '#platform/log.ts'
import { findBucket } from '#platform/storage/buckets/bucket.ts'
import { objectKey } from '#platform/storage/object-key.ts'
import { saveObject, storeUpload } from '#platform/storage/objects/save-object.ts'
import type { StorageDeps } from '#platform/storage/storage-deps.ts'
import { StorageError } from '#platform/storage/storage-error.ts'

/**
 * Imports the images of `DATA_DIR/storage/product-images`, where an earlier version of the shop stored them by name:
 * each becomes an object of the same name, so its URL stays, and then the file is deleted. After a crash it continues
 * at the next start. A file that is not an image stays and is logged. Returns the number of imported files.
 */
export async function importFiles({
  dataDir,
  log,
  ...deps
}: StorageDeps & { dataDir: string; log: Log }): Promise<number> {
  const folder = join(dataDir, 'storage', pictureBucket)
  let taken = 0
  for (const name of await filesIn(folder)) {
    const path = join(folder, name)
    const key = objectKey(name.split('/').map(encodeURIComponent).join('/'))
    if (key === null || name.endsWith('.part')) {
      log.warn({ file: path }, 'a file of an earlier version can be no object, and stays where it is')
      continue
    }
    try {
      if (!(await isThere(deps, key))) {
        await takeOver(deps, key, await readFile(path))
        taken += 1
      }
      await rm(path, { force: true })
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      log.warn({ file: path, error }, 'a file of an earlier version cannot be an object, and stays where it is')
    }
  }
  await removeEmpty(folder)
  if (taken > 0) log.info({ pictures: taken }, 'pictures of an earlier version have been taken over')
  return taken
}

async function takeOver(deps: StorageDeps, key: string, bytes: Buffer): Promise<void> {
  const bucket = await findBucket(deps.db, pictureBucket)
  async function* content() {
    yield bytes
  }
  const incoming = { type: 'image/*', cacheControl: 'max-age=3600', userMetadata: null, content: content() }
  const stored = await storeUpload(deps, bucket, randomUUID(), incoming)
  await saveObject(deps, { bucket: pictureBucket, key, upsert: false, owner: null }, stored)
}

async function isThere({ db }: StorageDeps, key: string): Promise<boolean> {
  const { rows } = await db.asService((tx) =>
    sql`select from storage.objects where bucket_id = ${pictureBucket} and name = ${key}`.execute(tx),
  )
  return rows.length > 0
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(noneIfMissing)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** Removes empty folders, the deepest first. */
async function removeEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(noneIfMissing)
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  for (const each of [...folders.sort().reverse(), folder]) {
    await rmdir(each).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error
    })
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}
