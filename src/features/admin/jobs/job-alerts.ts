import { useCallback, useSyncExternalStore } from 'react'
import { callFunction } from '../call-function.ts'
import { useLooking } from '../campaign/use-looking.ts'
import type { JobAlerts } from './jobs-answer.ts'

const everyMs = 60_000

// The same for every page of the back office, and kept from one to the next.
let known = 0
const listeners = new Set<() => void>()

/** Whoever has just seen it tells how much there is to see to. */
export function tellAlerts({ failed_letters, dead }: JobAlerts): void {
  known = failed_letters + dead
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void look()
  return () => listeners.delete(listener)
}

async function look(): Promise<void> {
  const { value } = await callFunction<JobAlerts>('job-alerts')
  if (value) tellAlerts(value)
}

/** How many letters and jobs wait for the owner to see to them; looked up every minute. Browser only. */
export function useJobAlerts(): number {
  const count = useSyncExternalStore(
    subscribe,
    useCallback(() => known, []),
    () => 0,
  )
  useLooking(look, everyMs)
  return count
}
