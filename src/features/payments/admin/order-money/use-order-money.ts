import { useCallback, useEffect, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import type { OrderMoney } from './order-money-response.ts'

/** `take` shows a newer answer; `look` reads the order's money again. */
export type MoneyPanelProps = { money: OrderMoney; take: (money: OrderMoney) => void; look: () => Promise<void> }

/**
 * An order's money, looked at anew while the page is seen, more often while something is on its way to the payment
 * company. `money` null: not known yet. `problem`: why the last look came to nothing. `take` shows a newer answer.
 */
export function useOrderMoney(orderNumber: string) {
  const [money, take] = useState<OrderMoney | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const look = useCallback(async () => {
    const { value, failure } = await callFunction<OrderMoney>(
      `order-money?order_number=${encodeURIComponent(orderNumber)}`,
    )
    setProblem(failure ? failure.words : null)
    if (value) take(value)
  }, [orderNumber])

  useEffect(() => {
    void look()
  }, [look])
  const isMoving = money?.refunds.some(({ state, held }) => state === 'requested' && !held) ?? false
  useLooking(look, isMoving ? 1_500 : 15_000)
  return { money, problem, look, take }
}
