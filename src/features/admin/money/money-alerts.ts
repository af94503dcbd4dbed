import { useCallback, useSyncExternalStore } from 'react'
import type { MoneyAlerts } from '#features/money/money-answer.ts'
import { callFunction } from '../call-function.ts'
import { useLooking } from '../campaign/use-looking.ts'

const everyMs = 60_000

// The same for every page of the back office, and kept from one to the next.
let known = 0
const listeners = new Set<() => void>()

/** Whoever has just seen it tells how much there is to see to. */
export function tellMoneyAlerts({ waiting }: MoneyAlerts): void {
  known = waiting
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void look()
  return () => listeners.delete(listener)
}

async function look(): Promise<void> {
  const { value } = await callFunction<MoneyAlerts>('money-alerts')
  if (value) tellMoneyAlerts(value)
}

/** How much of the money waits for the owner to see to it; looked up every minute. Browser only. */
export function useMoneyAlerts(): number {
  const count = useSyncExternalStore(
    subscribe,
    useCallback(() => known, []),
    () => 0,
  )
  useLooking(look, everyMs)
  return count
}
