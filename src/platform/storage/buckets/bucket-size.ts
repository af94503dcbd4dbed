import { badSchema, StorageError } from '../storage-error.ts'
import { maxObjectBytes } from './bucket.ts'

const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

/** Bytes from a number or from `20mb`, `1kb`, `1gb`, `5b` (decimal). Refuses more than the service's own limit. */
export function readSize(limit: number | string | null | undefined): number | null {
  if (limit === null || limit === undefined) return null
  const bytes = typeof limit === 'number' ? limit : fromText(limit)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw badSchema('body/file_size_limit must be a number of bytes')
  if (bytes > maxObjectBytes) {
    throw new StorageError(413, 'Payload too large', 'EntityTooLarge', 'The object exceeded the maximum allowed size')
  }
  // Zero means that the bucket has no limit of its own.
  return bytes === 0 ? null : bytes
}

function fromText(text: string): number {
  const [, digits = '', unit = 'b'] = /^(\d{1,15}(?:\.\d{1,6})?)\s*(b|kb|mb|gb)?$/i.exec(text.trim()) ?? []
  if (digits === '') throw badSchema('body/file_size_limit must be a number of bytes, or as in "20mb"')
  return Math.round(Number(digits) * (units[unit.toLowerCase()] ?? 1))
}
