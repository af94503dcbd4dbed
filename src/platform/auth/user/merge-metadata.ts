import { invalid } from '../auth-error.ts'
import { metadata } from '../read-body.ts'

/**
 * What somebody says about herself, changed key by key; a key whose new value is null goes (contract 4.5). Nothing here is
 * ever read for rights, so she may write what she likes. Refuses 400 where the whole would be too large.
 */
export function mergeMetadata(kept: unknown, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = new Map(typeof kept === 'object' && kept !== null ? Object.entries(kept) : [])
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  const whole = metadata.safeParse(Object.fromEntries(merged))
  if (!whole.success) throw invalid('user_metadata is too large')
  return whole.data
}
