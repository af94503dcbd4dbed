import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { answerStorageError } from './answer-storage-error.ts'
import { bucketsApi } from './buckets/buckets.api.ts'
import { objectsApi } from './objects/objects.api.ts'
import { type SignedOptions, signedApi } from './objects/signed.api.ts'
import { uploadApi } from './objects/upload.api.ts'

/**
 * /storage/v1 for those who bring a bearer or a signed address: buckets, uploads, lists, private reading. What anybody may
 * read of public buckets is `storagePublicApi`, mounted before it at the same place. The middleware above has set `claims`
 * or `tokenError`. A route of more words stands before the one whose bucket they could be.
 */
export function storageApi(options: SignedOptions): Hono<Env> {
  return new Hono<Env>()
    .onError(answerStorageError)
    .route('/', bucketsApi(options))
    .route('/', signedApi(options))
    .route('/', objectsApi(options))
    .route('/', uploadApi(options))
}
