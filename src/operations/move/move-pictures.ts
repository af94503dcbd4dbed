import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { RestoreRefused, requireNoFiles } from '#platform/backup/restore-database.ts'
import { openDb } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { type FileStore, originalName } from '#platform/storage/files/file-store.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { areOwnFiles, ownersMark } from '#platform/storage/files/own-files.ts'
import type { Config } from '../config/environment.ts'
import { asService, pictureStoreOf, pictureStoreSetting, writeSetting } from './closed-shop.ts'
import { whileClosed } from './move-shop.ts'

export type PictureMove = { config: Config; log: Log; connectionString: string; to: 's3' | 'disk' }

/** What was copied, and the pictures that the old store had lost before. */
export type MovedPictures = { files: number; bytes: number; missing: string[] }

/**
 * Moves the pictures between the data folder and the configured S3 bucket. The shop sells while they are copied, and is
 * closed while the last ones are; every file is read again and compared. Programs that use the old store stay closed
 * until they are started with the new one. The old files stay where they are.
 */
export async function movePictures(
  { config, log, connectionString, to }: PictureMove,
  progress: (line: string) => void,
): Promise<MovedPictures> {
  const dataDir = resolve(config.DATA_DIR)
  const disk = openFileStore({ dataDir, config: {}, log })
  const bucket = openFileStore({ dataDir, config, log })
  const [from, target] = to === 's3' ? [disk, bucket] : [bucket, disk]
  await requireOwnStores({ connectionString, log, from, target })
  const copied = new Map<string, number>()
  const missing: string[] = []
  progress('Copying the pictures while the shop is open …')
  await copyFiles(from, target, copied)
  progress('Closing the shop to copy the last ones …')
  await whileClosed(connectionString, progress, async (client) => {
    await copyFiles(from, target, copied)
    const objects = await asService<{ id: string; version: string }>(client, 'select id, version from storage.objects')
    for (const name of objects.map(originalName)) if (!(await target.find(name))) missing.push(name)
    await writeSetting(client, pictureStoreSetting, pictureStoreOf(to === 's3' ? config : {}))
    // The folder that the database remembers is an earlier one.
    await writeSetting(client, 'storage.folder', null)
    return null
  })
  return { files: copied.size, bytes: [...copied.values()].reduce((sum, bytes) => sum + bytes, 0), missing }
}

type Stores = { connectionString: string; log: Log; from: FileStore; target: FileStore }

/** Refuses files of another shop. A store with files of this one is that of a copy which goes on. */
async function requireOwnStores({ connectionString, log, from, target }: Stores): Promise<void> {
  const db = openDb({ connectionString, log, maxConnections: 1 })
  try {
    if (!(await areOwnFiles({ db, files: from })))
      throw new Error('The picture store holds the pictures of another shop')
    if (!(await target.read(ownersMark))) await requireNoFiles(target)
    if (!(await areOwnFiles({ db, files: target })))
      throw new RestoreRefused('The new picture store contains the pictures of another shop')
  } finally {
    await db.close()
  }
}

/** Copies every file that is not in `copied` yet: files are never overwritten. Each is read again and compared. */
async function copyFiles(from: FileStore, to: FileStore, copied: Map<string, number>): Promise<void> {
  for await (const { name } of from.list('')) {
    const bytes = copied.has(name) ? null : await from.stream(name)
    // Copied before, or removed since it was listed.
    if (!bytes) continue
    const about = { type: 'application/octet-stream', mostBytes: Number.POSITIVE_INFINITY }
    const { md5, sizeBytes } = await to.putStream(name, bytes, about)
    const hash = createHash('md5')
    for await (const chunk of (await to.stream(name)) ?? []) hash.update(chunk)
    if (hash.digest('hex') !== md5) throw new Error(`${name} is not the same in the new picture store`)
    copied.set(name, sizeBytes)
  }
}
