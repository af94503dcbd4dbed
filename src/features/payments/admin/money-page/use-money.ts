import { useCallback, useEffect, useState } from 'react'
import type { MoneyResponse } from '#features/payments/reconciliation/money-response.ts'
import { callFunction } from '#platform/client/call-function.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import { moneyAlerts } from './money-alerts.ts'

const restMs = 30_000
const runningMs = 2_000

/**
 * How both books stand, looked at anew every half minute while the page is seen, and more often while they are being
 * compared. `money` null: not known yet. `problem`: why the last look came to nothing; what is shown may be old then.
 */
export function useMoney() {
  const [money, setMoney] = useState<MoneyResponse | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const look = useCallback(async () => {
    const { value, failure } = await callFunction<MoneyResponse>('money')
    setProblem(failure ? failure.words : null)
    if (!value) return
    setMoney(value)
    moneyAlerts.tell(value)
  }, [])

  useEffect(() => {
    void look()
  }, [look])
  useLooking(look, money?.running ? runningMs : restMs)
  return { money, problem, look }
}
