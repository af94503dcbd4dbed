import { finishPurchase, openPurchases } from './purchases.ts'

let underWay: Promise<boolean> | null = null

/**
 * Asks once for what went to a payment page and is not known to be paid, and takes out of the cart what is: the tab
 * that said 'Order Confirmed!' may have been closed before it did so itself. True when the cart changed. Never fails:
 * without an answer the cart stays, and the next asking tells. Browser only.
 */
export function settlePurchases(): Promise<boolean> {
  underWay ??= settleAll().finally(() => {
    underWay = null
  })
  return underWay
}

async function settleAll(): Promise<boolean> {
  const changed = await Promise.all(openPurchases(Date.now()).map(settle))
  return changed.includes(true)
}

async function settle(sessionId: string): Promise<boolean> {
  return (await isPaid(sessionId)) && finishPurchase(sessionId)
}

async function isPaid(sessionId: string): Promise<boolean> {
  try {
    const response = await fetch(`/functions/v1/checkout-status?session_id=${encodeURIComponent(sessionId)}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(longestWaitMs),
    })
    const { status } = response.ok ? ((await response.json()) as { status?: unknown }) : {}
    return status === 'paid'
  } catch {
    return false
  }
}

// She stands before the payment page's tab meanwhile.
const longestWaitMs = 4_000
