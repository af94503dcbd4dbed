import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { checkType, findBucket, limitOf } from '../buckets/bucket.ts'
import { callerOf, ownerOf } from '../caller.ts'
import type { StorageDeps } from '../storage-deps.ts'
import { authorizeUpload } from './authorize-upload.ts'
import { keyOf, placeOf } from './object-path.ts'
import { saveObject, storeUpload } from './save-object.ts'
import { checkDeclaredLength, openUpload } from './upload-body.ts'

/**
 * Uploads. Checks run in the protocol's order: token, bucket, declared size, type, name, row-level security; then the
 * body is read and counted, and only when its bytes are durable a row makes it an object.
 */
export function uploadApi(deps: StorageDeps): Hono<Env> {
  return new Hono<Env>()
    .post('/object/:bucket/*', (c) => upload(c, deps, c.req.header('x-upsert') === 'true'))
    .put('/object/:bucket/*', (c) => upload(c, deps, true))
}

async function upload(c: Context<Env>, deps: StorageDeps, upsert: boolean): Promise<Response> {
  const caller = callerOf(c)
  const { bucketId, encodedKey } = placeOf(c, '/object/')
  const bucket = await findBucket(deps.db, bucketId)
  checkDeclaredLength(c.req.raw, limitOf(bucket))
  const incoming = await openUpload(c.req.raw)
  checkType(deps, bucket, incoming.type)
  const key = keyOf(encodedKey)
  const id = await authorizeUpload(deps.db, caller, { bucket: bucket.id, key, upsert })
  const stored = await storeUpload(deps, bucket, id, incoming)
  const place = { bucket: bucket.id, key, upsert, owner: ownerOf(caller) }
  return c.json({ Id: await saveObject(deps, place, stored), Key: `${bucket.id}/${key}` })
}
