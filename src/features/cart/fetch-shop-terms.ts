import type { SupabaseClient } from '@supabase/supabase-js'
import type { FreshTerms } from '#features/settings/shop-terms.contract.ts'
import { getFrom } from '#platform/client/endpoints.ts'

/** Fetches the current delivery zones and production days: the page may have been open since yesterday. */
export async function fetchShopTerms(backend: SupabaseClient): Promise<FreshTerms> {
  const { data, error } = await getFrom(backend, 'shop-terms')
  if (error) throw new Error('Where the shop delivers could not be asked', { cause: error })
  return data
}
