import type { Factor } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDate } from '#base/visitor-time.ts'
import { call } from '#platform/client/functions.ts'
import { AccountSection, focusSection } from '#ui/account-section.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { accountProblem, callAccount } from '../client/account-requests.ts'
import { type Account, type AccountSettings, factorsOf } from '../use-account.ts'
import { AddApp, type AddFactorProps, AddPhone, factorKind, factorName, freeName, NameFactor } from './add-factor.tsx'
import { createPasskey, hasPasskeys } from './passkey.ts'
import { useProof } from './proof.tsx'

/** The section with the second factors of the account. */
export function FactorsSection({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const factors = factorsOf(account.user)
  const heading = useRef<HTMLHeadingElement>(null)
  const [adding, setAdding] = useState<Addable | null>(null)

  async function settle(title: string, description: string) {
    setAdding(null)
    heading.current?.focus()
    await onChanged()
    await toast({ title, description, tone: 'success' })
  }

  const form = {
    factors,
    onDone: (name: string) => settle('Second step added', `From now on we’ll ask for ${name} when you sign in.`),
    onCancel: () => {
      setAdding(null)
      heading.current?.focus()
    },
  }
  return (
    <AccountSection
      id="factors"
      heading={heading}
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

type Addable = 'totp' | 'webauthn' | 'phone'

/** The kinds of second factor that the shop and this browser support, as buttons. */
function AddChoices({ settings, onChoose }: { settings: AccountSettings; onChoose: (kind: Addable) => void }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-8">
      <li>
        <TextButton onClick={() => onChoose('totp')}>Add an authenticator app</TextButton>
      </li>
      {hasPasskeys() && (
        <li>
          <TextButton onClick={() => onChoose('webauthn')}>Add a passkey or security key</TextButton>
        </li>
      )}
      {settings.phones && (
        <li>
          <TextButton onClick={() => onChoose('phone')}>Add a phone number</TextButton>
        </li>
      )}
    </ul>
  )
}

/** Adds a passkey of this device or a security key: first a name, then the browser's dialog. */
function AddPasskey({ factors, onDone, onCancel }: AddFactorProps) {
  const prove = useProof()

  async function create(name: string) {
    const created = await prove(async () => {
      await call('remove-unfinished-factors')
      return createPasskey(name)
    })
    if (created) await onDone(name)
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

/** One second factor. Removing it needs a confirmation, and a proof if this session has not given one. */
function FactorItem({ factor, onRemoved }: { factor: Factor; onRemoved: (name: string) => Promise<void> }) {
  const prove = useProof()
  const [isConfirming, setConfirming] = useState(false)
  const name = factorName(factor)

  const { mutate: remove, isPending: busy } = useMutation({
    mutationFn: () => prove(() => callAccount(({ auth }) => auth.mfa.unenroll({ factorId: factor.id }))),
    onError: (error) => toast({ title: 'Not removed', description: accountProblem(error).problem, tone: 'error' }),
    onSuccess: (removed) => removed && onRemoved(name),
  })

  function keep() {
    setConfirming(false)
    focusSection('factors')
  }

  return (
    <li className="items-baseline justify-between gap-x-8 border-line border-b py-3 first:pt-0 sm:flex">
      <div className="min-w-0">
        <p className="wrap-any font-serif text-name leading-tight">{name}</p>
        <p className="text-ink-soft text-small">
          {name === factorKind(factor) ? '' : `${factorKind(factor)}, `}since {formatDate(factor.created_at)}
        </p>
      </div>
      {isConfirming ? (
        <p className="flex flex-wrap items-center gap-x-6">
          <TextButton ref={focusNow} onClick={() => !busy && remove()} aria-disabled={busy}>
            {busy ? 'Removing…' : `Yes, remove ${name}`}
          </TextButton>
          <TextButton onClick={keep}>Keep it</TextButton>
        </p>
      ) : (
        <TextButton onClick={() => setConfirming(true)} aria-label={`Remove ${name}`}>
          Remove
        </TextButton>
      )}
    </li>
  )
}
