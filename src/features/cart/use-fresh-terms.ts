import type { SupabaseClient } from '@supabase/supabase-js'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FreshTerms, ShopTerms } from '#features/settings/shop-terms.contract.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { useOffline } from '#ui/offline.ts'

/** `isFresh`: fetched, and not those of a page that may have been open for a while. */
export type CartTerms = ShopTerms &
  Pick<FreshTerms, 'guaranteeNotices'> &
  Partial<Pick<FreshTerms, 'rates'>> & { isFresh: boolean }

/** The page's terms first, then the current ones, once there is a connection; `ask` fetches them again. Never throws. */
export function useFreshTerms(): { terms: CartTerms; ask: () => Promise<void> } {
  const known = useShopTerms()
  const [fetched, setFetched] = useState<FreshTerms | null>(null)

  const ask = useCallback(async () => {
    try {
      setFetched(await fetchShopTerms(await loadBackend()))
    } catch (cause) {
      // On an error the page's terms stay: checkout checks them again before charging.
      reportError(cause)
    }
  }, [])

  const isOffline = useOffline()
  useEffect(() => {
    if (!isOffline) void ask()
  }, [ask, isOffline])

  const terms = useMemo(
    () => (fetched ? { ...fetched, isFresh: true } : { ...known, guaranteeNotices: [], isFresh: false }),
    [fetched, known],
  )
  return { terms, ask }
}

/** Fetches the current delivery zones and production days: the page may have been open since yesterday. */
export async function fetchShopTerms(backend: SupabaseClient): Promise<FreshTerms> {
  const { data, error } = await getFrom(backend, 'shop-terms')
  if (error) throw new Error('Where the shop delivers could not be asked', { cause: error })
  return data
}
