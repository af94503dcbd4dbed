import type { Context } from 'hono'
import { isTemporary } from '../database/temporary-errors.ts'
import type { Env } from '../http/env.ts'
import { clientAbortResponse, isClientAbort } from '../http/server/client-abort.ts'
import { StoreUnavailable } from './files/file-store.ts'
import { DamagedPicture } from './pictures/image-process.ts'
import {
  accessDenied,
  alreadyExists,
  badSchema,
  bucketFull,
  isBucketFull,
  noRoom,
  StorageError,
  storageErrorBody,
} from './storage-error.ts'

/**
 * The error response of /storage/v1 in the protocol's form: a `StorageError` with HTTP 400, other errors with their own
 * status. Server errors, a full disk among them, are logged here, once.
 */
export function handleStorageError(error: Error, c: Context<Env>): Response {
  if (isClientAbort(error, c)) return clientAbortResponse(c)
  const refusal = refusalOf(error)
  if (refusal && refusal.statusCode < 500) return c.json(storageErrorBody(refusal), 400, noStore)
  c.var.log.error({ error }, 'a storage request failed')
  if (refusal) return c.json(storageErrorBody(refusal), 507, noStore)
  if (isTemporary(error) || error instanceof StoreUnavailable) {
    const body = { statusCode: '503', error: 'Unavailable', message: 'Please try again in a moment', code: 'SlowDown' }
    return c.json(body, 503, { ...noStore, 'Retry-After': '2' })
  }
  const body = { statusCode: '500', error: 'Internal', message: 'Internal Server Error', code: 'InternalError' }
  return c.json(body, 500, noStore)
}

const noStore = { 'Cache-Control': 'no-store' }

function refusalOf(error: Error): StorageError | null {
  if (error instanceof StorageError) return error
  // A file that does not decode as an image is an error of the caller, not of the shop.
  if (error instanceof DamagedPicture) {
    return new StorageError(422, 'InvalidImage', 'InvalidImage', 'This picture cannot be shown')
  }
  const code = 'code' in error ? String(error.code) : ''
  if (code === '42501') return accessDenied()
  if (code === '23505') return alreadyExists()
  if (isBucketFull(error)) return bucketFull()
  // Values that PostgreSQL cannot parse: a text with NUL, a number out of range.
  if (/^22[0-9A-Z]{3}$/.test(code)) return badSchema('A value of the request cannot be')
  if (code === 'ENOSPC' || code === 'EDQUOT') return noRoom(error)
  return null
}
