import { type Context, Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { findBucket, type StorageDeps } from './buckets/bucket.ts'
import { bucketsApi } from './buckets/buckets.api.ts'
import { placeOf } from './object-key.ts'
import { objectsApi } from './objects/objects.api.ts'
import { receiveUpload } from './objects/save-object.ts'
import { type SignedOptions, signedApi } from './objects/signed.api.ts'
import { callerOf, ownerOf } from './request.ts'
import { handleStorageError } from './storage-error.ts'

/**
 * /storage/v1 with a bearer token or a signed URL: buckets, uploads, lists, private reads. The public reads are
 * `storagePublicApi`, mounted before it at the same path. The middleware before it has set `claims` or `tokenError`.
 * Longer routes come before those whose bucket parameter would match them.
 */
export function storageApi(options: SignedOptions): Hono<Env> {
  return new Hono<Env>()
    .onError(handleStorageError)
    .route('/', bucketsApi(options))
    .route('/', signedApi(options))
    .route('/', objectsApi(options))
    .post('/object/:bucket/*', (c) => upload(c, options, c.req.header('x-upsert') === 'true'))
    .put('/object/:bucket/*', (c) => upload(c, options, true))
}

async function upload(c: Context<Env>, deps: StorageDeps, upsert: boolean): Promise<Response> {
  const caller = callerOf(c)
  const { bucketId, encodedKey } = placeOf(c, '/object/')
  const bucket = await findBucket(deps.db, bucketId)
  const target = { bucket, encodedKey, upsert, owner: ownerOf(caller) }
  const { id, name } = await receiveUpload(deps, caller, c.req.raw, target)
  return c.json({ Id: id, Key: name })
}
