import { useState } from 'react'
import { useProof } from '../proof/proof.tsx'
import type { AddFactorProps } from './add-app.tsx'
import { freeName } from './factor-words.ts'
import { NameFactor } from './name-factor.tsx'
import { makePasskey } from './passkey.ts'

/** Adds a passkey of this device or a security key: first a name, then the browser's dialog. */
export function AddPasskey({ factors, onDone, onCancel }: AddFactorProps) {
  const prove = useProof()
  const [problem, setProblem] = useState<string>()

  async function make(name: string) {
    setProblem(undefined)
    const outcome = await prove(() => makePasskey(name))
    if (!outcome) return
    if ('problem' in outcome) return setProblem(outcome.problem)
    await onDone(name)
  }

  return (
    <NameFactor
      suggestion={freeName('Passkey', factors)}
      hint="Your browser then asks for your fingerprint, your face, a PIN or a key in the socket."
      problem={problem}
      onName={make}
      onCancel={onCancel}
    />
  )
}
