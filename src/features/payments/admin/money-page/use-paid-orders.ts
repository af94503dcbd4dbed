import { useEffect, useState } from 'react'
import type { PaidOrderResponse, PaidOrdersResponse } from '#features/payments/reconciliation/money-response.ts'
import { callFunction } from '#platform/client/call-function.ts'

/** The paid orders that fit a text; the last ones stay until the next are here. `orders` null: not known yet. */
export function usePaidOrders(text: string) {
  const [orders, setOrders] = useState<PaidOrderResponse[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isOld = false
    void callFunction<PaidOrdersResponse>(`money-orders?q=${encodeURIComponent(text)}`).then(({ value, failure }) => {
      if (isOld) return
      setProblem(failure ? failure.words : null)
      if (value) setOrders(value.orders)
    })
    return () => {
      isOld = true
    }
  }, [text])
  return { orders, problem }
}
