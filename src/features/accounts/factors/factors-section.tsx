import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { AccountSection, focusSection } from '#ui/account-section.tsx'
import { toast } from '#ui/toast.ts'
import { type Account, factorsOf } from '../use-account.ts'
import { AddApp } from './add-app.tsx'
import { type Addable, AddChoices } from './add-choices.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { AddPhone } from './add-phone.tsx'
import { FactorItem } from './factor-item.tsx'

/** The section with the second factors of the account. */
export function FactorsSection({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const factors = factorsOf(account.user)
  const [adding, setAdding] = useState<Addable | null>(null)

  async function settle(title: string, description: string) {
    setAdding(null)
    focusSection('factors')
    await onChanged()
    await toast({ title, description, tone: 'success' })
  }

  const form = {
    factors,
    onDone: (name: string) => settle('Second factor added', `From now on ${name} is asked for when you sign in.`),
    onCancel: () => {
      setAdding(null)
      focusSection('factors')
    },
  }
  return (
    <AccountSection
      id="factors"
      title="Second factor"
      note="With one, a password alone lets nobody in here. Two are better: if you lose one, you have the other."
    >
      {factors.length > 0 ? (
        <ul aria-labelledby="factors" className="mb-4">
          {factors.map((factor: Factor) => (
            <FactorItem
              key={factor.id}
              factor={factor}
              onRemoved={(name) => settle('Second factor removed', `${name} is no longer asked for.`)}
            />
          ))}
        </ul>
      ) : (
        !adding && <p className="max-w-[34em]">None yet: your password is all that guards this account.</p>
      )}
      {adding === null && <AddChoices settings={account.settings} onChoose={setAdding} />}
      {adding === 'totp' && <AddApp {...form} />}
      {adding === 'webauthn' && <AddPasskey {...form} />}
      {adding === 'phone' && <AddPhone {...form} />}
    </AccountSection>
  )
}
