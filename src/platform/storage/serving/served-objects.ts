import { sql } from 'kysely'
import type { Changes } from '#platform/database/changes.ts'
import type { Claims, Db, Tx } from '#platform/database/db.ts'
import type { PictureBuckets } from '../buckets/bucket.ts'
import { objectKey, type placeOf } from '../object-key.ts'
import type { PictureType } from '../pictures/image-work.ts'
import { noSuchBucket, noSuchKey } from '../storage-error.ts'

/** A stored object, from its row. */
export type ServedObject = {
  id: string
  bucket: string
  key: string
  version: string
  /** The content type of the upload. */
  type: string
  sizeBytes: number
  modifiedAt: Date
  etag: string
  /** The cache control of the upload, such as `max-age=3600`. */
  cacheControl: string
  /** The image's facts; null for an object whose bytes are served unchanged. */
  picture: { type: PictureType; width: number; height: number; hasAvif: boolean } | null
}

type Place = ReturnType<typeof placeOf>

export type ServedObjects = {
  /** The object of a public bucket. Refuses NoSuchBucket and NoSuchKey. */
  findPublic(place: Place): Promise<ServedObject>
  /** The object, if row-level security lets the caller read it. Refuses NoSuchKey. */
  findFor(claims: Claims, place: Place): Promise<ServedObject>
  /** The object by its key, in any bucket; null when it is missing. */
  findObject(bucket: string, key: string): Promise<ServedObject | null>
  /** A number that changes with every change of an object; null while change notifications are down. */
  generation(): number | null
}

type Row = {
  isPublic: boolean
  id: string | null
  version: string
  metadata: { mimetype?: string; size?: number; eTag?: string; cacheControl?: string; lastModified?: string }
  picture: { type: PictureType; width: number; height: number; avif?: boolean } | null
  updatedAt: Date
}
type Known = { isPublic: boolean; object: ServedObject | null }

const mostKnown = 5_000

/**
 * The rows of served objects, cached until a change notification. While notifications are down every lookup goes to the
 * database. An object of a picture bucket that is not an image is not served.
 */
export function openServedObjects({
  db,
  changes,
  pictureBuckets,
}: PictureBuckets & {
  db: Db
  changes: Pick<Changes, 'onChange' | 'listening'>
}): ServedObjects {
  const known = new Map<string, Known>()
  let generation = 0
  changes.onChange((table) => {
    if (table !== 'objects' && table !== '*') return
    generation += 1
    known.clear()
  })

  function servedOf(row: Row, bucket: string, key: string): ServedObject | null {
    return pictureBuckets.has(bucket) && row.picture === null ? null : toObject(row, bucket, key)
  }

  async function readObjectRow(bucket: string, key: string): Promise<Known | null> {
    const name = `${bucket}/${key}`
    const there = changes.listening() ? known.get(name) : undefined
    if (there) return there
    const began = generation
    const row = await db.asService((tx) => readRow(tx, bucket, key))
    if (!row) return null
    const found = { isPublic: row.isPublic, object: servedOf(row, bucket, key) }
    if (found.object && changes.listening() && began === generation) {
      if (known.size >= mostKnown) known.clear()
      known.set(name, found)
    }
    return found
  }

  return {
    async findPublic({ bucketId, encodedKey }) {
      const key = objectKey(encodedKey)
      const found = await readObjectRow(bucketId, key ?? '')
      if (!found?.isPublic) throw noSuchBucket()
      if (!key || !found.object) throw noSuchKey()
      return found.object
    },
    async findFor(claims, { bucketId, encodedKey }) {
      const key = objectKey(encodedKey)
      const row = key && (await db.as(claims, (tx) => readOwnRow(tx, bucketId, key)))
      const object = row && servedOf(row, bucketId, key)
      if (!object) throw noSuchKey()
      return object
    },
    async findObject(bucket, key) {
      return (await readObjectRow(bucket, key))?.object ?? null
    },
    generation: () => (changes.listening() ? generation : null),
  }
}

const columns = sql`objects.id, objects.version, objects.metadata, objects.picture, objects.updated_at as "updatedAt"`

async function readRow(tx: Tx, bucket: string, key: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select buckets.public as "isPublic", ${columns}
    from storage.buckets left join storage.objects on objects.bucket_id = buckets.id and objects.name = ${key}
    where buckets.id = ${bucket}`.execute(tx)
  return rows[0]
}

async function readOwnRow(tx: Tx, bucket: string, key: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select false as "isPublic", ${columns}
    from storage.objects where objects.bucket_id = ${bucket} and objects.name = ${key}`.execute(tx)
  return rows[0]
}

function toObject(row: Row, bucket: string, key: string): ServedObject | null {
  if (row.id === null) return null
  const { id, version, metadata, picture, updatedAt } = row
  return {
    id,
    bucket,
    key,
    version,
    type: metadata.mimetype ?? 'application/octet-stream',
    sizeBytes: metadata.size ?? 0,
    modifiedAt: metadata.lastModified ? new Date(metadata.lastModified) : updatedAt,
    etag: metadata.eTag ?? `"${version}"`,
    cacheControl: metadata.cacheControl ?? 'no-cache',
    picture: picture && { ...picture, hasAvif: picture.avif === true },
  }
}
