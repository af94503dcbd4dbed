import type { Context } from 'hono'
import { isTemporary } from '../database/temporary-errors.ts'
import type { Env } from '../http/env.ts'
import { clientAbortResponse, isClientAbort } from '../http/errors/error-handler.ts'
import { StoreUnavailable } from './files/file-store.ts'

/**
 * An error of the storage protocol. Nearly all have HTTP status 400 with the real status in the body, as its clients
 * expect.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly statusCode: number
  readonly error: string
  readonly code: string

  constructor(statusCode: number, error: string, code: string, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.statusCode = statusCode
    this.error = error
    this.code = code
  }
}

/** An image that does not decode completely, or exceeds the limits. */
export class DamagedPicture extends Error {
  override readonly name: string = 'DamagedPicture'
}

/** An image of more than 40 megapixels. */
export class OversizedPicture extends DamagedPicture {
  override readonly name = 'OversizedPicture'
}

const payload = 'Payload too large'

export const noSuchBucket = () => new StorageError(404, 'Bucket not found', 'NoSuchBucket', 'Bucket not found')
export const noSuchKey = () => new StorageError(404, 'not_found', 'NoSuchKey', 'Object not found')
export const invalidRequest = (message: string) => new StorageError(400, 'Invalid Input', 'InvalidRequest', message)
/** A request body that does not match its route's schema. */
export const badSchema = (message: string) => new StorageError(400, 'Error', 'InvalidRequest', message)
export const noContent = () => new StorageError(400, 'InvalidRequest', 'InvalidRequest', 'No content provided')
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`)
export const accessDenied = (message = 'new row violates row-level security policy') =>
  new StorageError(403, 'Unauthorized', 'AccessDenied', message)
export const alreadyExists = () =>
  new StorageError(409, 'Duplicate', 'ResourceAlreadyExists', 'The resource already exists')
export const tooLarge = () =>
  new StorageError(413, payload, 'EntityTooLarge', 'The object exceeded the maximum allowed size')
export const tooManyPixels = () =>
  new StorageError(413, payload, 'ImageTooLarge', 'This picture has too many pixels. The limit is 40 megapixels.')
/** The bucket's quota is used up. */
export const bucketFull = () => new StorageError(413, payload, 'EntityTooLarge', 'The bucket is full')
export const wrongType = (message: string) => new StorageError(415, 'invalid_mime_type', 'InvalidMimeType', message)
export const tooSlow = () =>
  new StorageError(408, 'Request Timeout', 'RequestTimeout', 'The upload stood still for too long')
export const tooBusy = () =>
  new StorageError(429, 'Too many requests', 'SlowDown', 'Too many pictures are being made: try again shortly')

/** Whether a database error is that of a bucket's quota: see `storage.update_used_bytes`. */
export function isBucketFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'PT413'
}

function noRoom(cause: unknown): StorageError {
  const message = 'There’s no room left for this file. It wasn’t saved.'
  return new StorageError(507, 'Insufficient Storage', 'InsufficientStorage', message, { cause })
}

function storageErrorBody({ statusCode, error, code, message }: StorageError) {
  return { statusCode: String(statusCode), error, message, code }
}

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
