import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Log } from '../log.ts'
import { diskStore } from '../storage/files/disk-store.ts'
import type { FileStore } from '../storage/files/file-store.ts'

type S3Access = {
  S3_ENDPOINT?: string | undefined
  S3_REGION?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

type BackupFile = { name: string; takenAt: Date; sizeBytes: number }

/** A folder, or a place in a bucket, that holds backups. */
export type BackupTarget = {
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<{ sizeBytes: number }>
  /** Null when there is no such backup. */
  open(name: string): Promise<ReadableStream<Uint8Array> | null>
  /** The newest first; other files are not listed, and never removed. */
  list(): Promise<BackupFile[]>
  remove(name: string): Promise<void>
  /** The path that `restore` takes. */
  pathOf(name: string): string
}

const form = /^shop-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst(?:\.age)?$/

/**
 * Opens `s3://BUCKET`, `s3://BUCKET/FOLDER`, or a folder, which is created. Backups contain accounts: in a folder only
 * their owner can read them. Throws for an S3 address without complete S3 settings.
 */
export async function openBackupTarget(place: string, access: S3Access, log: Log): Promise<BackupTarget> {
  const s3 = /^s3:\/\/([^/]+)(?:\/(.*?))?\/?$/.exec(place)
  if (place.startsWith('s3:') && !s3)
    throw new Error(`${place} is not the address of a bucket. Write it as s3://BUCKET/FOLDER`)
  if (!s3) return targetOf(diskStore(place, { mode: 0o600 }), '', (name) => join(resolve(place), name))
  const [, bucket = '', folder] = s3
  return targetOf(
    await openBucket(bucket, access, log),
    folder ? `${folder}/` : '',
    (name) => `${place.replace(/\/$/, '')}/${name}`,
  )
}

/** The target and the name of one backup: a path of `pathOf`, or any file. Throws where there is no such file. */
export async function openBackup(
  path: string,
  access: S3Access,
  log: Log,
): Promise<() => Promise<ReadableStream<Uint8Array>>> {
  const isS3 = path.startsWith('s3:')
  if (!isS3) await stat(path)
  const target = await openBackupTarget(
    isS3 ? path.slice(0, path.lastIndexOf('/')) : dirname(resolve(path)),
    access,
    log,
  )
  return async () => {
    const bytes = await target.open(basename(path))
    if (!bytes) throw new Error(`There is no backup at ${path}`)
    return bytes
  }
}

async function openBucket(bucket: string, access: S3Access, log: Log): Promise<FileStore> {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = access
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = access
  if (!region || !accessKeyId || !secretAccessKey)
    throw new Error('Backups in a bucket need S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  // The S3 library is large and slow to load: a shop that keeps backups on disk never loads it.
  const { s3Store } = await import('../storage/files/s3-store.ts')
  return s3Store({ bucket, endpoint, region, accessKeyId, secretAccessKey, log })
}

function targetOf(store: FileStore, folder: string, pathOf: (name: string) => string): BackupTarget {
  return {
    put: (name, bytes) =>
      store.putStream(`${folder}${name}`, bytes, { type: 'application/zstd', mostBytes: Number.POSITIVE_INFINITY }),
    open: (name) => store.stream(`${folder}${name}`),
    async list() {
      const found: BackupFile[] = []
      for await (const { name, sizeBytes } of store.list(folder)) {
        const own = name.slice(folder.length)
        const time = form.exec(own)
        if (!time) continue
        const [year, month, day, hour, minute, second] = time.slice(1).map(Number)
        const takenAt = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second))
        found.push({ name: own, takenAt, sizeBytes })
      }
      return found.sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
    },
    remove: (name) => store.remove([`${folder}${name}`]),
    pathOf,
  }
}

/** Removes all but the newest `keep` backups, and returns the removed names. */
export async function removeOldBackups(target: BackupTarget, keep: number): Promise<string[]> {
  const old = (await target.list()).slice(keep).map(({ name }) => name)
  for (const name of old) await target.remove(name)
  return old
}
