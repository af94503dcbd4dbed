import { useEffect, useState } from 'react'
import { callFunction } from '../call-function.ts'
import { type Rehearsal, rehearsalWords } from './rehearsal.ts'

let known: Rehearsal | null = null

/** Says in a rehearsal what is pretended; nothing when live. */
export function RehearsalLine() {
  const [rehearsal, setRehearsal] = useState(known)
  useEffect(() => {
    if (known) return
    let shown = true
    void callFunction<{ rehearsal: Rehearsal | null }>('shop-time').then(({ value }) => {
      known = value?.rehearsal ?? null
      if (shown) setRehearsal(known)
    })
    return () => {
      shown = false
    }
  }, [])
  if (!rehearsal) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 text-ink-soft text-small">
      {rehearsalWords(rehearsal)}
      <a href="/dev/mailbox" className="inline-flex min-h-11 items-center">
        <span className="link">Open the mailbox</span>
      </a>
    </p>
  )
}
