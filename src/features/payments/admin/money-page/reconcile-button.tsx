import { useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'

/** Has the books compared at once, instead of within a quarter of an hour. */
export function ReconcileButton({ running, look }: { running: boolean; look: () => Promise<void> }) {
  const [asking, setAsking] = useState(false)
  const busy = asking || running

  async function compare() {
    if (busy) return
    setAsking(true)
    const { failure } = await callFunction('money-run', {})
    await look()
    setAsking(false)
    if (failure) await toast({ title: 'Not compared', description: failure.words, tone: 'error', about: 'money' })
  }

  return (
    <Button tone="line" onClick={compare} aria-disabled={busy} className="justify-self-start">
      {busy ? 'Comparing…' : 'Compare now'}
    </Button>
  )
}
