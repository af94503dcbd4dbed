import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { storageFolder } from './serving/stored-object.ts'

/**
 * Writes an object of a public bucket and returns its address on this site. The bytes are on the disk before the name
 * is: a crash leaves either all of it or nothing under that name.
 */
export async function putPublicObject(dataDir: string, bucket: string, key: string, bytes: Buffer): Promise<string> {
  const path = join(storageFolder(dataDir), bucket, key)
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${randomUUID()}.part`
  const file = await open(unfinished, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  return `/storage/v1/object/public/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
}
