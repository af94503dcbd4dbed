import { invalid } from '../auth-error.ts'
import { metadata } from '../read-body.ts'

/**
 * A user's own metadata, changed key by key; null deletes a key. No rights depend on it, so any content
 * is allowed. Refuses 400 where the whole would be too large.
 */
export function mergeMetadata(stored: unknown, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  const whole = metadata.safeParse(Object.fromEntries(merged))
  if (!whole.success) throw invalid('user_metadata is too large')
  return whole.data
}
