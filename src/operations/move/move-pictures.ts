import { resolve } from 'node:path'
import { openSnapshot } from '#platform/backup/database-snapshot.ts'
import { openDb } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { closeDatabase } from '#platform/move/close-database.ts'
import { pictureStoreOf, pictureStoreSetting } from '#platform/move/closing.ts'
import { writeSetting } from '#platform/move/closing-connection.ts'
import { type CopiedFiles, copyFiles, requireOwnStore } from '#platform/move/copy-files.ts'
import { type FileStore, originalName } from '#platform/storage/files/file-store.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { areOwnFiles } from '#platform/storage/files/own-files.ts'
import type { Config } from '../config/environment.ts'

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
  await markOwn({ connectionString, files: from, log })
  await requireOwnStore(from, target)
  const copied: CopiedFiles = { names: new Set(), bytes: 0 }
  progress('Copying the pictures while the shop is open …')
  await copyFiles(from, target, copied)
  progress('Closing the shop to copy the last ones …')
  const closed = await closeDatabase(connectionString)
  try {
    await copyFiles(from, target, copied)
    const missing = await listMissing({ connectionString, files: target })
    await writeSetting(closed.client, pictureStoreSetting, pictureStoreOf(to === 's3' ? config : {}))
    // The folder that the database remembers is an earlier one.
    await writeSetting(closed.client, 'storage.folder', null)
    return { files: copied.names.size, bytes: copied.bytes, missing }
  } finally {
    await closed.reopen().finally(closed.end)
  }
}

/** Refuses files of another shop, and writes the mark of this one's where it is missing. */
async function markOwn({ connectionString, files, log }: { connectionString: string; files: FileStore; log: Log }) {
  const db = openDb({ connectionString, log, maxConnections: 1 })
  try {
    if (!(await areOwnFiles({ db, files }))) throw new Error('The picture store holds the pictures of another shop')
  } finally {
    await db.close()
  }
}

async function listMissing({ connectionString, files }: { connectionString: string; files: FileStore }) {
  const snapshot = await openSnapshot(connectionString)
  try {
    const missing: string[] = []
    for (const object of await snapshot.objects()) {
      const name = originalName(object)
      if (!(await files.find(name))) missing.push(name)
    }
    return missing
  } finally {
    await snapshot.close()
  }
}
