import { useCallback, useEffect, useRef, useState } from 'react'
import { callFunction } from '../call-function.ts'
import type { Audience, Words } from './campaign-answers.ts'
import { isComplete } from './campaign-words.ts'
import { useLooking } from './use-looking.ts'
import { useSettled } from './use-settled.ts'

/** 'counting': not known yet; null: there are no words to count for. */
export type Counted = Audience | 'counting' | { problem: string } | null

/** People sign up while a letter is being written. */
const everyMs = 30_000

/**
 * Who would get these words now. Counted anew when they change, when `stamp` does (something was sent), when the tab is
 * seen again, and now and then: what stands above the button has to be so when it is pressed.
 */
export function useAudience(typed: Words, stamp: unknown): { audience: Counted; count: () => Promise<void> } {
  const [audience, setAudience] = useState<Counted>('counting')
  const words = useSettled(typed)
  const asked = useRef(0)

  const count = useCallback(async () => {
    asked.current += 1
    const question = asked.current
    if (!isComplete(words)) return setAudience(null)
    const { value, failure } = await callFunction<Audience>('campaign-audience', words)
    // An answer about earlier words says nothing about these.
    if (question === asked.current) setAudience(failure ? { problem: failure.words } : value)
  }, [words])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp is what says that it is time
  useEffect(() => {
    void count()
  }, [count, stamp])
  useLooking(count, everyMs)

  return { audience, count }
}
