import { useEffect, useRef, useState } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import type { CartLine } from './cart-lines.ts'
import { awaitedSession, purchases, settlePurchases } from './purchases.ts'

const askEveryMs = 5_000

type Watch = {
  lines: readonly CartLine[]
  /** Whether the cart shows that it waits. */
  isShown: boolean
  /** Called once with the session, also where another tab saw the payment. */
  onPaid: (sessionId: string) => void
}

/**
 * Whether the payment page of these lines is open in another tab. While the cart shows it in a visible tab, the
 * server is called every few seconds to learn whether it is paid.
 */
export function useAwaitedPayment({ lines, isShown, onPaid }: Watch): boolean {
  const stored = useStoredValue(purchases)
  const [nowMs, setNowMs] = useState(() => serverNow().getTime())
  const found = awaitedSession(stored, lines, nowMs)
  const waitsFor = useRef<string | null>(null)

  useEffect(() => {
    if (found && isShown) waitsFor.current = found
    const paid = stored.find(({ sessionId, isPaid }) => isPaid && sessionId === waitsFor.current)
    if (!paid) return
    waitsFor.current = null
    if (isShown) onPaid(paid.sessionId)
  })

  useEffect(() => {
    if (!found || !isShown) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      setNowMs(serverNow().getTime())
      void settlePurchases()
    }
    const timer = setInterval(look, askEveryMs)
    return () => clearInterval(timer)
  }, [found, isShown])

  return found !== null
}

/** What the first tab says while the customer pays in another. */
export function FinishPaying({ onOpen }: { onOpen: () => void }) {
  return (
    <div className="mb-3.5 border-mulberry border-l-2 pl-4 leading-snug">
      <p className="font-medium text-mulberry">Finish paying in the other tab</p>
      <p className="text-small">
        Your order shows here as soon as it’s paid. Closed that tab?{' '}
        <button type="button" onClick={onOpen} className="cart-word">
          <span className="link">Open it again</span>
        </button>
      </p>
    </div>
  )
}
