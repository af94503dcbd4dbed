import { useCallback, useEffect, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import type { OrderCounts } from '../api/count-orders.ts'
import type { OrderView } from '../api/order-views.ts'
import { lateAlerts } from './late-alerts.ts'

/** What is answered for that many or more. */
const many = 1_000
const lookEveryMs = 15_000

/** How many orders wait in each view; null until known. They are only a help, so a failure is not told. */
export function useOrderCounts() {
  const [counts, setCounts] = useState<OrderCounts | null>(null)
  const look = useCallback(async () => {
    const { value } = await callFunction<OrderCounts>('order-counts')
    if (!value) return
    setCounts(value)
    lateAlerts.tell(value)
  }, [])
  useEffect(() => {
    void look()
  }, [look])
  useLooking(look, lookEveryMs)
  return { counts, look }
}

/** '12', '999+'; null for a view that is not counted, since it only grows. */
export function countOf(counts: OrderCounts, view: OrderView): string | null {
  if (view === 'all' || view === 'shipped' || view === 'cancelled') return null
  const count = counts[view === 'unpaid' ? 'unpaid_open' : view]
  return count >= many ? `${many - 1}+` : String(count)
}
