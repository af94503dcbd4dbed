import { useEffect, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import type { Rehearsal } from './rehearsal.ts'

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
    <p className="my-3 text-ink-soft text-small print:hidden">
      Rehearsal: payments are {rehearsal.payments === 'pretended' ? 'pretended' : 'tests'}, letters{' '}
      {rehearsal.letters === 'sent' ? (
        'are truly sent.'
      ) : (
        <>
          go to the{' '}
          <a href="/dev/mailbox" className="link">
            mailbox
          </a>
          .
        </>
      )}
    </p>
  )
}
