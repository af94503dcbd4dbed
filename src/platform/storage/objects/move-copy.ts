import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Bucket, checkSize, checkType, findBucket } from '../buckets/bucket.ts'
import { type Caller, ownerOf } from '../caller.ts'
import type { PictureBuckets, StorageDeps } from '../storage-deps.ts'
import { noSuchKey, wrongType } from '../storage-error.ts'
import { authorizeUpload } from './authorize-upload.ts'
import { copyFiles } from './object-files.ts'
import { plainKey } from './object-path.ts'
import { type ObjectRow, readObject } from './object-row.ts'
import { saveObject } from './save-object.ts'

const name = z.string().min(1).max(1024)
export const Move = z.object({
  bucketId: name,
  sourceKey: name,
  destinationKey: name,
  destinationBucket: name.nullish(),
})
export const Copy = Move.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

/** Renames an object. Its files stay, because their names contain its id. */
export async function moveObject(deps: StorageDeps, caller: Caller, params: z.output<typeof Move>): Promise<void> {
  const { db } = deps
  const target = await findBucket(db, params.destinationBucket ?? params.bucketId)
  const key = plainKey(params.destinationKey)
  await db.as(
    caller.claims,
    async (tx) => {
      const row = await readObject(tx, params.bucketId, params.sourceKey)
      if (row.bucket_id !== target.id) checkFits(deps, target, row)
      const moved = await sql`update storage.objects set bucket_id = ${target.id}, name = ${key}, updated_at = now()
        where id = ${row.id}`.execute(tx)
      if (!moved.numAffectedRows) throw noSuchKey()
    },
    caller.context,
  )
}

/** Copies an object with its bytes. Returns its id and name. */
export async function copyObject(
  deps: StorageDeps,
  caller: Caller,
  params: z.output<typeof Copy> & { upsert: boolean },
): Promise<{ id: string; name: string }> {
  const { db, files } = deps
  const target = await findBucket(db, params.destinationBucket ?? params.bucketId)
  const row = await db.as(caller.claims, (tx) => readObject(tx, params.bucketId, params.sourceKey), caller.context)
  checkFits(deps, target, row)
  const place = { bucket: target.id, key: plainKey(params.destinationKey), upsert: params.upsert }
  const to = { id: await authorizeUpload(db, caller, place), version: randomUUID() }
  await copyFiles(files, row, to)
  const stored = {
    ...to,
    type: row.metadata.mimetype ?? 'application/octet-stream',
    sizeBytes: row.metadata.size ?? 0,
    originalBytes: Number(row.original_bytes),
    md5: (row.metadata.eTag ?? '').replaceAll('"', ''),
    cacheControl: row.metadata.cacheControl ?? 'no-cache',
    userMetadata: params.copyMetadata === false ? (params.metadata ?? null) : row.user_metadata,
    picture: row.picture,
  }
  const id = await saveObject(deps, { ...place, owner: ownerOf(caller) }, stored)
  return { id, name: `${target.id}/${place.key}` }
}

/** A copy or move from another bucket passes the same checks as an upload. */
function checkFits(deps: PictureBuckets, bucket: Bucket, { metadata, picture }: ObjectRow): void {
  checkSize(bucket, metadata.size ?? 0)
  checkType(deps, bucket, metadata.mimetype ?? 'application/octet-stream')
  if (deps.pictureBuckets.has(bucket.id) && picture === null) throw wrongType('This bucket takes pictures only')
}
