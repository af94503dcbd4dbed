import { useCallback, useEffect, useState } from 'react'
import type { ShopTerms } from '#features/settings/shop-terms.ts'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { askShopTerms } from './ask-shop-terms.ts'

/** The terms the page came with, and soon those of this moment; `ask` asks again. Never throws. */
export function useFreshTerms(): { terms: ShopTerms; ask: () => Promise<void> } {
  const known = useShopTerms()
  const [asked, setAsked] = useState<ShopTerms | null>(null)

  const ask = useCallback(async () => {
    try {
      setAsked(await askShopTerms(await loadBackend()))
    } catch (cause) {
      // Without an answer the page's own stand: checkout asks again before anything is charged.
      reportError(cause)
    }
  }, [])

  useEffect(() => {
    void ask()
  }, [ask])

  return { terms: asked ?? known, ask }
}
