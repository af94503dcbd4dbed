import type { Factor } from '@supabase/supabase-js'
import type { PendingFactor } from '../client/second-factor.ts'

/** The form's view of a factor. */
export function pendingFactor({ id, factor_type, friendly_name = '' }: Factor): PendingFactor {
  return { id, type: factor_type as PendingFactor['type'], name: friendly_name }
}
