import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { factorName } from '../factors/factor-words.ts'
import { showPasskey } from '../factors/passkey.ts'
import { focusNow } from '../page/focus-now.ts'
import { useSubmit } from '../page/use-submit.ts'

/** Asks the browser for a passkey or a security key. */
export function PasskeyProof({ factor, onShown }: { factor: Factor; onShown: () => void | Promise<void> }) {
  const [problem, setProblem] = useState<string>()
  const { busy, onSubmit } = useSubmit(async () => {
    setProblem(undefined)
    const outcome = await showPasskey(factor.id)
    if (!('problem' in outcome)) return onShown()
    setProblem(outcome.problem)
  })
  return (
    <form onSubmit={onSubmit} className="mt-6">
      <Button type="submit" aria-disabled={busy} ref={focusNow}>
        {busy ? 'Waiting for it…' : `Use ${factorName(factor)}`}
      </Button>
      <p role="alert" className="mt-3 text-mulberry text-small empty:hidden">
        {problem}
      </p>
    </form>
  )
}
