import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { FileStore } from '../files/file-store.ts'
import { noSuchBucket, tooLarge, wrongType } from '../storage-error.ts'

export type Bucket = {
  id: string
  name: string
  owner: string | null
  public: boolean
  /** Bytes; null for the service's own limit. */
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

/** The maximum size of an object in a bucket without a limit, and the maximum limit of a bucket: 50 MB. */
export const maxObjectBytes = 52_428_800

/** Columns in the protocol's form; the limit is cast, because the driver returns bigint as text. */
export const bucketColumns = sql.raw(
  'id, name, owner, public, file_size_limit::float8 as file_size_limit, allowed_mime_types, created_at, updated_at',
)

/** The bucket, for any caller: the rows of its objects decide what the caller may do. Refuses NoSuchBucket. */
export async function findBucket(db: Db, id: string): Promise<Bucket> {
  const { rows } = await db.asService((tx) =>
    sql<Bucket>`select ${bucketColumns} from storage.buckets where id = ${id}`.execute(tx),
  )
  const [bucket] = rows
  if (!bucket) throw noSuchBucket()
  return bucket
}

export function limitOf({ file_size_limit: limit }: Bucket): number {
  return Math.min(limit ?? maxObjectBytes, maxObjectBytes)
}

/**
 * Refuses InvalidMimeType for a declared type that the bucket does not allow. The comparison is on the whole string:
 * `text/plain;charset=UTF-8` is not `text/plain`; `image/*` allows every type of that kind. In image buckets a generic
 * type passes, because the bytes decide.
 */
export function checkType({ pictureBuckets }: PictureBuckets, bucket: Bucket, type: string): void {
  const { allowed_mime_types: allowed } = bucket
  if (allowed === null || allowed.length === 0) return
  if (pictureBuckets.has(bucket.id) && type === 'application/octet-stream') return
  const isAllowed = allowed.some((each) => (each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : each === type))
  if (!isAllowed) throw wrongType(`mime type ${type.slice(0, 200)} is not supported`)
}

export function checkSize(bucket: Bucket, sizeBytes: number): void {
  if (sizeBytes > limitOf(bucket)) throw tooLarge()
}

/**
 * The ids of the buckets whose uploads are decoded, and refused unless they are images. Others store bytes unchanged.
 */
export type PictureBuckets = { pictureBuckets: ReadonlySet<string> }

/** Dependencies of the storage API. */
export type StorageDeps = PictureBuckets & { db: Db; files: FileStore; queue: Pick<Queue, 'enqueue'> }
