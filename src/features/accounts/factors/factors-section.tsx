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
    onDone: (name: string) => settle('Second step added', `From now on we’ll ask for ${name} when you sign in.`),
    onCancel: () => {
      setAdding(null)
      focusSection('factors')
    },
  }
  return (
    <AccountSection
      id="factors"
      title="Two-step sign-in"
      note="Add a second step so a stolen password isn’t enough. Add two, in case you lose one."
    >
      {factors.length > 0 ? (
        <ul aria-labelledby="factors" className="mb-4">
          {factors.map((factor: Factor) => (
            <FactorItem
              key={factor.id}
              factor={factor}
              onRemoved={(name) => settle('Second step removed', `We’ll no longer ask for ${name}.`)}
            />
          ))}
        </ul>
      ) : (
        !adding && <p className="max-w-[34em]">None yet. Only your password protects this account.</p>
      )}
      {adding === null && <AddChoices settings={account.settings} onChoose={setAdding} />}
      {adding === 'totp' && <AddApp {...form} />}
      {adding === 'webauthn' && <AddPasskey {...form} />}
      {adding === 'phone' && <AddPhone {...form} />}
    </AccountSection>
  )
}
