import type { Factor } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shop } from '#shop'
import { TextButton } from '#ui/text-button.tsx'
import { callAccount } from '../client/account-requests.ts'
import { useProof } from '../proof/proof.tsx'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import { AppSecret, type NewApp } from './app-secret.tsx'
import { freeName } from './factor-names.ts'
import { NameFactor } from './name-factor.tsx'

export type AddFactorProps = {
  factors: readonly Factor[]
  onDone: (name: string) => Promise<void>
  onCancel: () => void
}

/** Adds an authenticator app: first a name, then the secret to scan or type, then the first six-digit code. */
export function AddApp({ factors, onDone, onCancel }: AddFactorProps) {
  const prove = useProof()
  const [app, setApp] = useState<NewApp>()

  async function begin(name: string) {
    const params = { factorType: 'totp' as const, friendlyName: name, issuer: shop.name }
    const added = await prove(() => callAccount(({ auth }) => auth.mfa.enroll(params)))
    if (added) setApp({ id: added.id, name, ...added.totp })
  }

  if (!app) {
    return (
      <NameFactor
        suggestion={freeName('Authenticator app', factors)}
        hint="A name you’ll recognise, such as the phone it’s on."
        onName={begin}
        onCancel={onCancel}
      />
    )
  }
  return <FirstCode app={app} onDone={onDone} onCancel={onCancel} />
}

/**
 * The factor counts only after its first code. Cancel removes it; if that request fails the server removes it later.
 */
function FirstCode({ app, onDone, onCancel }: { app: NewApp } & Omit<AddFactorProps, 'factors'>) {
  const removal = useMutation({
    mutationFn: () => callAccount(({ auth }) => auth.mfa.unenroll({ factorId: app.id })),
    onSettled: onCancel,
  })

  return (
    <div className="mt-6 grid gap-y-7">
      <AppSecret app={app} />
      <div className="max-w-[30rem]">
        <SecondFactorForm factors={[{ id: app.id, type: 'totp', name: app.name }]} onShown={() => onDone(app.name)} />
        <TextButton onClick={() => removal.mutate()} className="mt-4">
          Cancel
        </TextButton>
      </div>
    </div>
  )
}
