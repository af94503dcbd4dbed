import { useCallback, useEffect, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'

/** What a function tells for printing, asked once: paper does not change under a pen. */
export function usePrinted<Answer>(name: string) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const look = useCallback(async () => {
    setProblem(null)
    const { value, failure } = await callFunction<Answer>(name)
    if (failure) setProblem(failure.words)
    else setAnswer(value)
  }, [name])
  useEffect(() => {
    void look()
  }, [look])
  return { answer, problem, look }
}
