import { useEffect, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import type { ChangedTable, LastChange } from './last-change.ts'

/** Who changed a row last, and when; null until that is known, and where it is not. */
export function useLastChange(table: ChangedTable, id: string): LastChange | null {
  const [change, setChange] = useState<LastChange | null>(null)
  useEffect(() => {
    let isShown = true
    void callFunction<{ change: LastChange | null }>(`last-change?${new URLSearchParams({ table, id })}`).then(
      ({ value }) => isShown && setChange(value?.change ?? null),
    )
    return () => {
      isShown = false
    }
  }, [table, id])
  return change
}
