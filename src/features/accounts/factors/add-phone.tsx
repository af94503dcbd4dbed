import { useState } from 'react'
import { useSubmit } from '#platform/client/use-submit.ts'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { callAccount } from '../client/account-requests.ts'
import { useProof } from '../proof/proof.tsx'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import type { AddFactorProps } from './add-app.tsx'
import { freeName } from './factor-words.ts'

const noNumber = 'That is no telephone number with its country in front, such as +44 7700 900123.'

/** Adds a telephone that receives codes as text messages: first its number, then the first code. */
export function AddPhone({ factors, onDone, onCancel }: AddFactorProps) {
  const prove = useProof()
  const [added, setAdded] = useState<{ id: string; name: string }>()
  const [problem, setProblem] = useState<string>()
  const { busy, onSubmit } = useSubmit(async ({ phone = '' }) => {
    setProblem(undefined)
    const name = freeName(`Telephone ending in ${phone.trim().slice(-3)}`, factors)
    const wanted = { factorType: 'phone' as const, friendlyName: name, phone: phone.replace(/[\s()-]/g, '') }
    const outcome = await prove(() => callAccount(({ auth }) => auth.mfa.enroll(wanted)))
    if (!outcome) return
    if ('problem' in outcome) return setProblem(outcome.code === 'validation_failed' ? noNumber : outcome.problem)
    if (outcome.value) setAdded({ id: outcome.value.id, name })
  })

  async function cancel() {
    if (added) await callAccount(({ auth }) => auth.mfa.unenroll({ factorId: added.id }))
    onCancel()
  }

  if (added) {
    return (
      <div className="mt-6 max-w-[30rem]">
        <SecondFactorForm
          factors={[{ id: added.id, type: 'phone', name: added.name }]}
          onShown={() => onDone(added.name)}
        />
        <TextButton onClick={cancel} className="mt-3">
          Cancel
        </TextButton>
      </div>
    )
  }
  return (
    <form onSubmit={onSubmit} className="mt-6 grid max-w-[30rem] gap-y-6">
      <Field
        label="Telephone number"
        type="tel"
        name="phone"
        required
        maxLength={30}
        autoComplete="tel"
        ref={focusNow}
        hint="With the country in front, such as +44 7700 900123."
        error={problem}
      />
      <FormActions label="Continue" busyLabel="One moment…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
