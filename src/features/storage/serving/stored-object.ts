import { realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { objectKey } from '../object-key.ts'
import { noSuchBucket, noSuchKey } from '../storage-error.ts'
import { publicBuckets, servedType } from './buckets.ts'

/** A file that may be served. `version` changes when its bytes do. */
export type StoredObject = {
  bucket: string
  key: string
  path: string
  type: string
  sizeBytes: number
  modifiedAt: Date
  version: string
  /** Its name is made from its content or at random, so this address never means other bytes. */
  isImmutable: boolean
}

// A hash of eight or more digits at the end of the name, or a random name as uploads get.
const lastingName = /(^|[/-])([0-9a-f]{8,64}|[0-9a-f-]{36})\.[a-z0-9]+$/i

export function storageFolder(dataDir: string): string {
  return resolve(dataDir, 'storage')
}

/**
 * The object of a public bucket, from the encoded parts of a URL. Refuses unknown buckets and whatever does not lie,
 * with links followed, inside the bucket's own folder as an ordinary file.
 */
export async function getStoredObject(
  dataDir: string,
  encodedBucket: string,
  encodedPath: string,
): Promise<StoredObject> {
  const bucket = objectKey(encodedBucket)
  if (!bucket || !Object.hasOwn(publicBuckets, bucket)) throw noSuchBucket()
  const key = objectKey(encodedPath)
  const type = key && servedType(bucket, key)
  if (!key || !type) throw noSuchKey()

  const folder = join(storageFolder(dataDir), bucket)
  const path = await insideOf(folder, join(folder, key))
  if (!path) throw noSuchKey()
  const file = await stat(path)
  if (!file.isFile()) throw noSuchKey()
  return {
    bucket,
    key,
    path,
    type,
    sizeBytes: file.size,
    modifiedAt: file.mtime,
    version: `${file.size.toString(36)}-${Math.floor(file.mtimeMs).toString(36)}`,
    isImmutable: lastingName.test(key),
  }
}

async function insideOf(folder: string, path: string): Promise<string | null> {
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(path)])
    return real.startsWith(root + sep) ? real : null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ELOOP') return null
    throw error
  }
}
