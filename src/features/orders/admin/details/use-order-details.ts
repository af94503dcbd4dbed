import { useCallback, useEffect, useRef, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import { newer } from '../list/merge-orders.ts'
import type { OrderRow } from '../order.ts'
import type { OrderDetails } from './details-answer.ts'

const lookEveryMs = 5_000

/**
 * An order in detail, looked at anew while its window is seen. `look` gives the order as it is by now; null where it could
 * not be read. `take` shows what it is by now, after a change.
 */
export function useOrderDetails(orderNumber: string) {
  const [details, setDetails] = useState<OrderDetails | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isGone = useRef(false)

  const look = useCallback(async (): Promise<OrderRow | null> => {
    const { value, failure } = await callFunction<OrderDetails>(
      `order-details?order_number=${encodeURIComponent(orderNumber)}`,
    )
    if (isGone.current) return null
    setProblem(failure ? failure.words : null)
    // An answer that was overtaken by a change on its way says nothing new.
    if (value) setDetails((was) => (was && was.order.version > value.order.version ? was : value))
    return value ? value.order : null
  }, [orderNumber])

  useEffect(() => {
    isGone.current = false
    void look()
    return () => {
      isGone.current = true
    }
  }, [look])
  useLooking(look, lookEveryMs)

  const take = useCallback((order: OrderRow) => {
    setDetails((was) => was && { ...was, order: { ...was.order, ...newer(was.order, order) } })
  }, [])
  return { details, problem, look, take }
}
