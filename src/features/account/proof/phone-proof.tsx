import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { attempt } from '../outcome.ts'
import { FormActions } from '../page/form-actions.tsx'
import { useSubmit } from '../page/use-submit.ts'
import { CodeField, codeOf } from './code-field.tsx'

/** Sends a code to a telephone and asks for it. `factor` may be one that has yet to be shown for the first time. */
export function PhoneProof({ factor, onShown }: { factor: Pick<Factor, 'id'>; onShown: () => void | Promise<void> }) {
  const [challengeId, setChallengeId] = useState<string>()
  const [problem, setProblem] = useState<string>()

  const sending = useSubmit(async () => {
    const outcome = await attempt(({ auth }) => auth.mfa.challenge({ factorId: factor.id, channel: 'sms' }))
    if ('problem' in outcome) return setProblem(outcome.problem)
    setProblem(undefined)
    setChallengeId(outcome.value?.id)
  })
  const checking = useSubmit(async (typed, form) => {
    const asked = { factorId: factor.id, challengeId: challengeId ?? '', code: codeOf(typed) }
    const outcome = await attempt(({ auth }) => auth.mfa.verify(asked))
    if (!('problem' in outcome)) return onShown()
    setProblem(outcome.problem)
    form.reset()
    form.querySelector('input')?.focus()
  })

  if (!challengeId) {
    return (
      <form onSubmit={sending.onSubmit} className="mt-6">
        <Button type="submit" aria-disabled={sending.busy}>
          {sending.busy ? 'Sending…' : 'Send me a code'}
        </Button>
        <p role="alert" className="mt-3 text-mulberry text-small empty:hidden">
          {problem}
        </p>
      </form>
    )
  }
  return (
    <form onSubmit={checking.onSubmit} className="mt-6 grid gap-y-6">
      <CodeField hint="It is on its way to your telephone." error={problem} />
      <FormActions label="Confirm" busyLabel="Checking…" busy={checking.busy} />
    </form>
  )
}
