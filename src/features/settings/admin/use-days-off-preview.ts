import { useEffect, useState } from 'react'
import type { DayRange } from '#features/settings/day-ranges.ts'
import { callFunction } from '#platform/client/call-function.ts'
import type { DaysOffPreview } from './preview-days-off.ts'

/** Typing a date changes it key by key. */
const pauseMs = 250

/** What days off would touch; null where no range is chosen. */
export type PreviewState = { preview: DaysOffPreview } | { problem: string } | 'loading' | null

/** Which orders a range of days off would touch. Only the answer to the present range is ever given. `retry` asks again. */
export function useDaysOffPreview(range: DayRange | null): { state: PreviewState; retry: () => void } {
  const [answer, setAnswer] = useState<{ key: string; state: PreviewState }>()
  const [tries, setTries] = useState(0)
  const key = range && `from=${range.from}&until=${range.until}#${tries}`

  useEffect(() => {
    if (key === null) return
    let isOver = false
    const timer = setTimeout(async () => {
      const query = key.split('#')[0]
      const { value, failure } = await callFunction<DaysOffPreview>(`days-off-preview?${query}`)
      if (!isOver) setAnswer({ key, state: value ? { preview: value } : { problem: failure.words } })
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key])

  const state = key === null ? null : answer?.key === key ? answer.state : 'loading'
  return { state, retry: () => setTries((count) => count + 1) }
}
