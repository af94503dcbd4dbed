import type { Factor } from '@supabase/supabase-js'
import type { PendingFactor } from '../client/second-factor.ts'

/** A factor as the form that asks for it wants it. */
export function pendingFactor({ id, factor_type, friendly_name = '' }: Factor): PendingFactor {
  return { id, type: factor_type as PendingFactor['type'], name: friendly_name }
}
