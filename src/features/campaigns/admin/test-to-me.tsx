import { useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import type { Words } from './campaign-answers.ts'
import { isComplete } from './campaign-words.ts'

/** Sends the letter as it stands to whoever sits here, and to nobody else. */
export function TestToMe({ words }: { words: Words }) {
  const [busy, setBusy] = useState(false)

  async function send() {
    if (busy) return
    setBusy(true)
    const { value, failure } = await callFunction<{ sent_to: string }>('campaign-test', words)
    setBusy(false)
    await toast(
      failure
        ? { title: 'No test sent', description: failure.words, tone: 'error', about: 'test' }
        : { title: 'A test is on its way', description: `To ${value.sent_to}.`, tone: 'success', about: 'test' },
    )
  }

  return (
    <Button tone="line" onClick={send} disabled={!isComplete(words)} aria-disabled={busy} className="grow sm:grow-0">
      {busy ? 'Sending a test…' : 'Send a test to me'}
    </Button>
  )
}
