import { useEffect, useState } from 'react'
import type { PaymentStatus } from './checkout.contract.ts'
import { readStatus, statusPath } from './payment-status.ts'

const firstWaitMs = 1_000
const longestWaitMs = 15_000
const slowAfterMs = 20_000
const timeoutMs = 5 * 60_000

/**
 * A payment's status, starting with the server's. While the payment is being confirmed it polls after 1 s, then at
 * growing intervals of up to 15 s, for five minutes. `slow` after 20 s, when a card is decided but Klarna may not be:
 * the page then says that the customer need not wait. Calls `onPaid` before the page changes.
 */
export function usePaymentStatus(
  sessionId: string | null,
  { rendered, onPaid }: { rendered: PaymentStatus; onPaid: () => void },
) {
  const [status, setStatus] = useState(rendered)
  const [slow, setSlow] = useState(false)

  useEffect(() => {
    if (status !== 'confirming' || sessionId === null) return
    const leaving = new AbortController()
    const startedMs = performance.now()
    let timer = setTimeout(ask, firstWaitMs, sessionId, firstWaitMs)
    const slowTimer = setTimeout(setSlow, slowAfterMs, true)

    async function ask(id: string, waitedMs: number) {
      const latest = await askOnce(id, leaving.signal)
      if (leaving.signal.aborted) return
      if (latest === 'paid') onPaid()
      if (latest !== 'confirming') setStatus(latest)
      else if (performance.now() - startedMs < timeoutMs) {
        const waitMs = Math.min(longestWaitMs, waitedMs * 2)
        timer = setTimeout(ask, waitMs, id, waitMs)
      }
    }

    return () => {
      leaving.abort()
      clearTimeout(timer)
      clearTimeout(slowTimer)
    }
  }, [sessionId, status, onPaid])

  return { status, slow }
}

async function askOnce(sessionId: string, signal: AbortSignal): Promise<PaymentStatus> {
  try {
    const response = await fetch(`/functions/v1/${statusPath(sessionId)}`, { signal, cache: 'no-store' })
    return response.ok ? readStatus(await response.json()) : 'confirming'
  } catch {
    return 'confirming' // A failed request says nothing about the payment; the next poll will.
  }
}
