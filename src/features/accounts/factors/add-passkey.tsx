import { useProof } from '../proof/proof.tsx'
import type { AddFactorProps } from './add-app.tsx'
import { freeName } from './factor-names.ts'
import { NameFactor } from './name-factor.tsx'
import { createPasskey } from './passkey.ts'

/** Adds a passkey of this device or a security key: first a name, then the browser's dialog. */
export function AddPasskey({ factors, onDone, onCancel }: AddFactorProps) {
  const prove = useProof()

  async function create(name: string) {
    if (await prove(() => createPasskey(name))) await onDone(name)
  }

  return (
    <NameFactor
      suggestion={freeName('Passkey', factors)}
      hint="Your browser will ask for your fingerprint, face, PIN or security key."
      onName={create}
      onCancel={onCancel}
    />
  )
}
