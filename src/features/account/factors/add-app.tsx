import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { shop } from '#shop'
import { attempt } from '../outcome.ts'
import { FormActions } from '../page/form-actions.tsx'
import { useSubmit } from '../page/use-submit.ts'
import { CodeField, codeOf } from '../proof/code-field.tsx'
import { useProof } from '../proof/proof.tsx'
import { AppSecret, type NewApp } from './app-secret.tsx'
import { freeName } from './factor-words.ts'
import { NameFactor } from './name-factor.tsx'

export type AddFactorProps = {
  factors: readonly Factor[]
  onDone: (name: string) => Promise<void>
  onCancel: () => void
}

/** Adds an authenticator app: a name, then the code to scan or to type, then the first six figures. */
export function AddApp({ factors, onDone, onCancel }: AddFactorProps) {
  const prove = useProof()
  const [app, setApp] = useState<NewApp>()
  const [problem, setProblem] = useState<string>()

  async function begin(name: string) {
    setProblem(undefined)
    const wanted = { factorType: 'totp' as const, friendlyName: name, issuer: shop.name }
    const outcome = await prove(() => attempt(({ auth }) => auth.mfa.enroll(wanted)))
    if (!outcome) return
    if ('problem' in outcome) return setProblem(outcome.problem)
    if (outcome.value) setApp({ id: outcome.value.id, name, ...outcome.value.totp })
  }

  if (!app) {
    return (
      <NameFactor
        suggestion={freeName('Authenticator app', factors)}
        hint="What you will know it by, such as the telephone it is on."
        problem={problem}
        onName={begin}
        onCancel={onCancel}
      />
    )
  }
  return <FirstCode app={app} onDone={onDone} onCancel={onCancel} />
}

function FirstCode({ app, onDone, onCancel }: { app: NewApp } & Omit<AddFactorProps, 'factors'>) {
  const [problem, setProblem] = useState<string>()
  const { busy, onSubmit } = useSubmit(async (typed, form) => {
    setProblem(undefined)
    const code = codeOf(typed)
    const outcome = await attempt(({ auth }) => auth.mfa.challengeAndVerify({ factorId: app.id, code }))
    if (!('problem' in outcome)) return onDone(app.name)
    setProblem(outcome.problem)
    form.reset()
    form.querySelector('input')?.focus()
  })

  // Left on the way it is no factor; the server forgets it by itself, should this not reach it.
  async function cancel() {
    await attempt(({ auth }) => auth.mfa.unenroll({ factorId: app.id }))
    onCancel()
  }

  return (
    <form onSubmit={onSubmit} className="mt-6 grid gap-y-7">
      <AppSecret app={app} />
      <div className="max-w-[30rem]">
        <CodeField hint="The figures the app shows now. They prove that it has understood." error={problem} />
      </div>
      <FormActions label="Add it" busyLabel="Checking…" busy={busy} onCancel={cancel} />
    </form>
  )
}
