import { useSyncExternalStore } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { useLooking } from '#platform/client/use-looking.ts'

const everyMs = 60_000

export type AlertCount<Answer> = {
  /** For whoever has just seen the answer by other means. */
  tell(answer: Answer): void
  known(): number
  /** The whole answer, once there is one. */
  answer(): Answer | null
  look(): Promise<void>
  subscribe(listener: () => void): () => void
}

/**
 * A number that is the same for every page of the back office and kept from one to the next: what `count` makes of a
 * function's answer. Browser only.
 */
export function alertCount<Answer>(functionName: string, count: (answer: Answer) => number): AlertCount<Answer> {
  let known = 0
  let last: Answer | null = null
  const listeners = new Set<() => void>()

  function tell(answer: Answer): void {
    known = count(answer)
    last = answer
    for (const listener of listeners) listener()
  }

  async function look(): Promise<void> {
    const { value } = await callFunction<Answer>(functionName)
    if (value) tell(value)
  }

  return {
    tell,
    known: () => known,
    answer: () => last,
    look,
    subscribe(listener) {
      listeners.add(listener)
      void look()
      return () => listeners.delete(listener)
    },
  }
}

/** The number, looked up every minute. */
export function useAlertCount({ subscribe, known, look }: Omit<AlertCount<never>, 'tell' | 'answer'>): number {
  const count = useSyncExternalStore(subscribe, known, () => 0)
  useLooking(look, everyMs)
  return count
}
