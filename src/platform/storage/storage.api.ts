import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { bucketsApi } from './buckets/buckets.api.ts'
import { handleStorageError } from './handle-storage-error.ts'
import { objectsApi } from './objects/objects.api.ts'
import { type SignedOptions, signedApi } from './objects/signed.api.ts'
import { uploadApi } from './objects/upload.api.ts'

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
    .route('/', uploadApi(options))
}
