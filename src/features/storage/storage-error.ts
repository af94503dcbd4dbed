/**
 * A refusal in the storage protocol's own words. Nearly all of them answer HTTP 400, and say the real status inside;
 * that is what its clients expect.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly statusCode: number
  readonly error: string
  readonly code: string

  constructor(statusCode: number, error: string, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.error = error
    this.code = code
  }
}

export function noSuchBucket(): StorageError {
  return new StorageError(404, 'Bucket not found', 'NoSuchBucket', 'Bucket not found')
}

export function noSuchKey(): StorageError {
  return new StorageError(404, 'not_found', 'NoSuchKey', 'Object not found')
}

export function invalidRequest(message: string): StorageError {
  return new StorageError(400, 'Invalid Input', 'InvalidRequest', message)
}

export function tooLarge(): StorageError {
  return new StorageError(413, 'Payload too large', 'EntityTooLarge', 'The object exceeded the maximum allowed size')
}

export function tooBusy(): StorageError {
  return new StorageError(429, 'Too many requests', 'SlowDown', 'Too many pictures are being made: try again shortly')
}

/** The body of the answer. */
export function storageErrorBody({ statusCode, error, code, message }: StorageError) {
  return { statusCode: String(statusCode), error, message, code }
}
