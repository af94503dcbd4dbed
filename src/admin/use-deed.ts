import { useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { focusSection } from '#ui/account-section.tsx'
import { toast } from '#ui/toast.ts'

/**
 * Does one thing to a failed letter or a job by a function of the shop, once however often it is pressed, and tells it.
 * The entry goes with it, so the focus goes to the part's heading. `look` reads everything anew.
 */
export function useDeed(id: string, look: () => Promise<void>) {
  const [busy, setBusy] = useState(false)

  async function does(call: string, done: { title: string; description: string }) {
    if (busy) return
    setBusy(true)
    const { failure } = await callFunction(call, { id })
    // Somebody else, or the shop itself, may have seen to it meanwhile: the list then says so.
    if (!failure || failure.code === 'not_found' || failure.code === 'conflict') focusSection('letters-and-jobs')
    await look()
    setBusy(false)
    await toast(
      failure
        ? { title: 'Not done', description: failure.words, tone: 'error', about: 'jobs' }
        : { ...done, tone: 'success', about: 'jobs' },
    )
  }

  return { busy, does }
}
