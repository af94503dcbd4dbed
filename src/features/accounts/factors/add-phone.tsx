import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readTyped } from '#platform/text/typed-text.ts'
import { Field } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { callAccount } from '../client/account-requests.ts'
import { useProof } from '../proof/proof.tsx'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import { useAccountForm } from '../use-account-form.ts'
import type { AddFactorProps } from './add-app.tsx'
import { freeName } from './factor-names.ts'

const noNumber = 'Please enter a phone number with its country code, such as +44 7700 900123.'

/** Adds a telephone that receives codes as text messages: first its number, then the first code. */
export function AddPhone({ factors, onDone, onCancel }: AddFactorProps) {
  const prove = useProof()
  const [added, setAdded] = useState<{ id: string; name: string }>()
  const { busy, onSubmit, field } = useAccountForm({
    initial: { phone: '' },
    async send({ phone }) {
      const typed = readTyped(phone)
      const name = freeName(`Phone ending in ${typed.slice(-3)}`, factors)
      const params = { factorType: 'phone' as const, friendlyName: name, phone: typed.replace(/[\s()-]/g, '') }
      const factor = await prove(() => callAccount(({ auth }) => auth.mfa.enroll(params)))
      if (factor) setAdded({ id: factor.id, name })
    },
    errorOf: ({ code, problem }) => ({ name: 'phone', message: code === 'validation_failed' ? noNumber : problem }),
  })
  const removal = useMutation({
    mutationFn: (factorId: string) => callAccount(({ auth }) => auth.mfa.unenroll({ factorId })),
    onSettled: onCancel,
  })

  if (added) {
    return (
      <div className="mt-6 max-w-[30rem]">
        <SecondFactorForm
          factors={[{ id: added.id, type: 'phone', name: added.name, isNew: true }]}
          onShown={() => onDone(added.name)}
        />
        <TextButton onClick={() => removal.mutate(added.id)} className="mt-3">
          Cancel
        </TextButton>
      </div>
    )
  }
  return (
    <form onSubmit={onSubmit} className="mt-6 grid max-w-[30rem] gap-y-6">
      <p>A text message can be intercepted. An authenticator app or a passkey is safer.</p>
      <Field
        label="Phone number"
        type="tel"
        {...field('phone')}
        required
        maxLength={30}
        autoComplete="tel"
        hint="With the country code, such as +44 7700 900123."
      />
      <FormActions label="Continue" busyLabel="One moment…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
