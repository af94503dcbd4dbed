import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { attempt } from '../outcome.ts'
import { FormActions } from '../page/form-actions.tsx'
import { useSubmit } from '../page/use-submit.ts'
import { CodeField, codeOf } from './code-field.tsx'

/** Asks for the code an authenticator app shows. */
export function CodeProof({ factor, onShown }: { factor: Factor; onShown: () => void | Promise<void> }) {
  const [problem, setProblem] = useState<string>()
  const { busy, onSubmit } = useSubmit(async (typed, form) => {
    setProblem(undefined)
    const outcome = await attempt(({ auth }) =>
      auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(typed) }),
    )
    if (!('problem' in outcome)) return onShown()
    setProblem(outcome.problem)
    form.reset()
    form.querySelector('input')?.focus()
  })
  return (
    <form onSubmit={onSubmit} className="mt-6 grid gap-y-6">
      <CodeField hint={`As ${factor.friendly_name || 'your authenticator app'} shows it.`} error={problem} />
      <FormActions label="Confirm" busyLabel="Checking…" busy={busy} />
    </form>
  )
}
