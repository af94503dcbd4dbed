import { useEffect, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import type { WaitingCount } from './waiting-labels.ts'

const nobody: ReadonlyMap<string, WaitingCount[]> = new Map()

/** Who waits for which garment, by its id; read anew whenever `since` is another. Nobody, where it could not be asked. */
export function useWaiting(since: unknown): ReadonlyMap<string, WaitingCount[]> {
  const [waiting, setWaiting] = useState(nobody)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` says when to ask again
  useEffect(() => {
    let over = false
    callFunction<WaitingCount[]>('waiting-counts').then(({ value }) => {
      if (value && !over) setWaiting(Map.groupBy(value, ({ product_id }) => product_id))
    })
    return () => {
      over = true
    }
  }, [since])
  return waiting
}
