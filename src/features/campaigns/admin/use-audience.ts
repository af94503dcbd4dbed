import { useCallback, useEffect, useRef, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import type { Audience, Words } from './campaign-answers.ts'
import { isComplete, saysTheSame } from './campaign-words.ts'
import { useSettled } from './use-settled.ts'

/** 'counting': not known yet; null: the letter is not complete, so there is nothing to count. */
export type AudienceState = Audience | 'counting' | { problem: string } | null

/** A result is shown only beside the words and the stamp it was counted for. */
type Counted = { words: Words; stamp: string; result: Audience | { problem: string } }

/** Visitors sign up while a letter is being written. */
const everyMs = 30_000

/**
 * Who would get the typed words now. It is counted again when the words change, when `stamp` does (something was sent),
 * when the tab is shown again, and every 30 s. `count` counts for the typed words at once, and returns null where the
 * server did not say.
 */
export function useAudience(
  typed: Words,
  stamp: string,
): { audience: AudienceState; count: () => Promise<Audience | null> } {
  const [counted, setCounted] = useState<Counted | null>(null)
  const settled = useSettled(typed)
  const latestRequest = useRef(0)

  const countFor = useCallback(
    async (words: Words): Promise<Audience | null> => {
      if (!isComplete(words)) return null
      latestRequest.current += 1
      const request = latestRequest.current
      const { value, failure } = await callFunction<Audience>('campaign-audience', words)
      const result = failure ? { problem: failure.words } : value
      if (request === latestRequest.current) setCounted({ words, stamp, result })
      return value ?? null
    },
    [stamp],
  )

  useEffect(() => {
    void countFor(settled)
  }, [countFor, settled])
  useLooking(() => countFor(settled), everyMs)

  return { audience: currentState(counted, typed, stamp), count: () => countFor(typed) }
}

function currentState(counted: Counted | null, typed: Words, stamp: string): AudienceState {
  if (!isComplete(typed)) return null
  return counted && counted.stamp === stamp && saysTheSame(counted.words, typed) ? counted.result : 'counting'
}
