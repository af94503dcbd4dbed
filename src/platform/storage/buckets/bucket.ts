import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { noSuchBucket, tooLarge, wrongType } from '../storage-error.ts'

export type Bucket = {
  id: string
  name: string
  owner: string | null
  public: boolean
  /** Bytes; null: the service's own limit. */
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

/** The most one object may have in a bucket that names no limit, and what no bucket may exceed: 50 MB. */
export const largestObject = 52_428_800

/** Buckets of pictures: what is uploaded is decoded, and kept only if it is one. All others keep bytes as they come. */
const pictureBuckets = new Set(['product-images'])

export function takesPicturesOnly({ id }: Pick<Bucket, 'id'>): boolean {
  return pictureBuckets.has(id)
}

/** Columns as the protocol shows them; the limit as a number, which the driver would give as text. */
export const bucketColumns = sql.raw(
  'id, name, owner, public, file_size_limit::float8 as file_size_limit, allowed_mime_types, created_at, updated_at',
)

/** The bucket, whoever asks: what may be done in it is asked of its objects' rows. Refuses NoSuchBucket. */
export async function findBucket(db: Db, id: string): Promise<Bucket> {
  const { rows } = await db.asService((tx) =>
    sql<Bucket>`select ${bucketColumns} from storage.buckets where id = ${id}`.execute(tx),
  )
  const [bucket] = rows
  if (!bucket) throw noSuchBucket()
  return bucket
}

export function limitOf({ file_size_limit: limit }: Bucket): number {
  return Math.min(limit ?? largestObject, largestObject)
}

/**
 * Refuses InvalidMimeType for a declared type that the bucket does not take. Whole texts are compared, so
 * `text/plain;charset=UTF-8` is not `text/plain`; `image/*` stands for all of a kind. Where pictures are decoded, a type
 * that says nothing passes: the bytes decide.
 */
export function checkType(bucket: Bucket, type: string): void {
  const { allowed_mime_types: allowed } = bucket
  if (allowed === null || allowed.length === 0) return
  if (takesPicturesOnly(bucket) && type === 'application/octet-stream') return
  const isAllowed = allowed.some((each) => (each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : each === type))
  if (!isAllowed) throw wrongType(`mime type ${type.slice(0, 200)} is not supported`)
}

export function checkSize(bucket: Bucket, sizeBytes: number): void {
  if (sizeBytes > limitOf(bucket)) throw tooLarge()
}
