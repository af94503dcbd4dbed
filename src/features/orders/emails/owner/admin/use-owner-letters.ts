import { useCallback, useEffect, useState } from 'react'
import type { SaveProblem } from '#features/settings/admin/use-typed.ts'
import { callFunction } from '#platform/client/call-function.ts'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { OwnerLettersAnswer } from '../owner-letters-answer.ts'

/** Where letters to the owner go, and the way to change it. `save` gives why not, or null when it is done. */
export function useOwnerLetters() {
  const [held, setHeld] = useState<OwnerLettersAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const look = useCallback(async () => {
    const { value, failure } = await callFunction<OwnerLettersAnswer>('owner-letters')
    setProblem(failure ? failure.words : null)
    if (value) setHeld(value)
  }, [])

  useEffect(() => {
    prepareToasts()
    void look()
  }, [look])

  async function save(to: string | null): Promise<SaveProblem | null> {
    const { value, failure } = await callFunction<OwnerLettersAnswer>('owner-letters', {
      to,
      version: held?.version ?? null,
    })
    if (failure) {
      if (failure.isLost || failure.code === 'conflict') await look()
      return failure.code === 'conflict' ? { isConflict: true } : failure.words
    }
    setHeld(value)
    const description = value.to === 'off' ? 'You will have no e-mails about orders.' : `To ${value.to ?? value.shop}.`
    await toast({ title: 'Saved', description, tone: 'success', about: 'owner-letters' })
    return null
  }

  return { held, problem, look, save }
}
