import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { factorName } from '../factors/factor-words.ts'
import type { Proof } from '../outcome.ts'
import { TextButton } from '../page/text-button.tsx'
import { CodeProof } from './code-proof.tsx'
import { PasskeyProof } from './passkey-proof.tsx'
import { PhoneProof } from './phone-proof.tsx'

/** Asks for one of her second factors; with several she may choose another. */
export function FactorProof({
  factors,
  needs,
  onShown,
}: {
  factors: readonly Factor[]
  needs: Proof
  onShown: () => void | Promise<void>
}) {
  const [chosenId, choose] = useState(factors[0]?.id)
  const chosen = factors.find(({ id }) => id === chosenId) ?? factors[0]
  if (!chosen) return null
  const others = factors.filter(({ id }) => id !== chosen.id)
  const Ask = { totp: CodeProof, phone: PhoneProof, webauthn: PasskeyProof }[chosen.factor_type as string] ?? CodeProof
  return (
    <>
      <p className="mt-5 text-ink-soft">
        {needs === 'second_factor'
          ? 'Your account has a second factor, and this is what it guards.'
          : 'It is a while since you signed in. Your second factor shows that it is still you.'}
      </p>
      <Ask key={chosen.id} factor={chosen} onShown={onShown} />
      {others.length > 0 && (
        <div className="mt-6 border-line border-t pt-3">
          <p className="label text-ink-soft">Another way</p>
          <ul>
            {others.map((factor) => (
              <li key={factor.id}>
                <TextButton onClick={() => choose(factor.id)}>{factorName(factor)}</TextButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
