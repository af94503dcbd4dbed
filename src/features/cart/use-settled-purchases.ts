import { useEffect } from 'react'
import { shop } from '#shop'

/** Settles when the page opens, and whenever the customer comes back to it from another tab. */
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

/** Never fails: without its code or an answer the cart stays as it is until the next time. */
export function settleNow(): void {
  import('./purchases.ts').then(({ settlePurchases }) => settlePurchases()).catch(() => undefined)
}

/** Most visitors have never paid: their browsers need not load the code. */
function mayHavePurchases(): boolean {
  try {
    return localStorage.getItem(`${shop.shortName}-purchases`) !== null
  } catch {
    return false
  }
}
