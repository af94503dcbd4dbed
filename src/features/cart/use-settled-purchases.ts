import { useEffect } from 'react'
import { siteStore } from '#platform/client/browser-store.ts'
import { shop } from '#shop'

/** Settles purchases when the page opens and when the customer returns from another tab. */
export function useSettledPurchases(): void {
  useEffect(() => {
    function look() {
      if (document.visibilityState === 'visible' && mayHavePurchases()) settleNow()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/** Never rejects: on an error the cart stays as it is until the next call. */
export function settleNow(): void {
  import('./purchases.ts').then(({ settlePurchases }) => settlePurchases()).catch(() => undefined)
}

/** Skips loading the code for visitors who have never paid. */
function mayHavePurchases(): boolean {
  return siteStore.getItem(`${shop.shortName}-purchases`) !== null
}
