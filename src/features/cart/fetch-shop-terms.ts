import type { SupabaseClient } from '@supabase/supabase-js'
import type { FreshTerms } from '#features/settings/shop-terms.ts'

/** Fetches the current delivery zones and production days: the page may have been open since yesterday. */
export async function fetchShopTerms(backend: SupabaseClient): Promise<FreshTerms> {
  const { data, error } = await backend.functions.invoke<FreshTerms>('shop-terms', { method: 'GET' })
  if (error || !data) throw new Error('Where the shop delivers could not be asked', { cause: error })
  return data
}
