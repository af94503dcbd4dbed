import type { Factor } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/client/functions.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { shop } from '#shop'
import { Field } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { callAccount } from '../client/account-requests.ts'
import type { PendingFactor } from '../client/second-factor.ts'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { useProof } from './proof.tsx'

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
    const added = await prove(async () => {
      await call('remove-unfinished-factors')
      return callAccount(({ auth }) => auth.mfa.enroll(params))
    })
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
  return (
    <div className="mt-6 grid gap-y-7">
      <AppSecret app={app} />
      <div className="max-w-[30rem]">
        <FirstCode factor={{ id: app.id, type: 'totp', name: app.name }} onDone={onDone} onCancel={onCancel} />
      </div>
    </div>
  )
}

/**
 * The factor counts only after its first code. Cancel removes it; if that request fails the server removes it later.
 */
function FirstCode({ factor, onDone, onCancel }: { factor: PendingFactor } & Omit<AddFactorProps, 'factors'>) {
  const removal = useMutation({
    mutationFn: () => callAccount(({ auth }) => auth.mfa.unenroll({ factorId: factor.id })),
    onSettled: onCancel,
  })
  return (
    <>
      <SecondFactorForm factors={[factor]} onShown={() => onDone(factor.name)} />
      <TextButton onClick={() => removal.mutate()} className={factor.type === 'phone' ? 'mt-3' : 'mt-4'}>
        Cancel
      </TextButton>
    </>
  )
}

const noNumber = 'Please enter a phone number with its country code, such as +44 7700 900123.'

/** Adds a telephone that receives codes as text messages: first its number, then the first code. */
export function AddPhone({ factors, onDone, onCancel }: AddFactorProps) {
  const prove = useProof()
  const [added, setAdded] = useState<PendingFactor>()
  const { busy, onSubmit, field } = useAccountForm({
    initial: { phone: '' },
    async send({ phone }) {
      const typed = readTyped(phone)
      const name = freeName(`Phone ending in ${typed.slice(-3)}`, factors)
      const params = { factorType: 'phone' as const, friendlyName: name, phone: typed.replace(/[\s()-]/g, '') }
      const factor = await prove(async () => {
        await call('remove-unfinished-factors')
        return callAccount(({ auth }) => auth.mfa.enroll(params))
      })
      if (factor) setAdded({ id: factor.id, type: 'phone', name, isNew: true })
    },
    errorOf: ({ code, problem }) => ({ name: 'phone', message: code === 'validation_failed' ? noNumber : problem }),
  })

  if (added) {
    return (
      <div className="mt-6 max-w-[30rem]">
        <FirstCode factor={added} onDone={onDone} onCancel={onCancel} />
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

/** The form for the name of a new second factor. An error of `onName` is shown at the field. */
export function NameFactor({
  suggestion,
  hint,
  onName,
  onCancel,
}: {
  suggestion: string
  hint: string
  onName: (name: string) => Promise<void>
  onCancel: () => void
}) {
  const { busy, onSubmit, field } = useAccountForm({
    initial: { name: suggestion },
    send: ({ name }) => onName(name.trim() || suggestion),
  })
  return (
    <form onSubmit={onSubmit} className="mt-6 grid max-w-[30rem] gap-y-6">
      <Field label="Name" {...field('name')} required maxLength={60} autoComplete="off" hint={hint} />
      <FormActions label="Continue" busyLabel="One moment…" busy={busy} onCancel={onCancel} />
    </form>
  )
}

/** The data for an authenticator app; `qr_code` is a data URL of an SVG, `secret` the same secret as text. */
type NewApp = { id: string; name: string; qr_code: string; secret: string; uri: string }

/** The secret of a new app: to scan, to type, or to open on the same telephone. */
function AppSecret({ app: { qr_code, secret, uri } }: { app: NewApp }) {
  const groups = secret.match(/.{1,4}/g) ?? []

  async function copy() {
    const copied = await navigator.clipboard.writeText(secret).then(
      () => true,
      () => false,
    )
    await toast(
      copied ? { title: 'Copied' } : { title: 'Not copied', description: 'Please select the letters and copy them.' },
    )
  }

  return (
    <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-[auto_1fr]">
      <img
        src={readable(qr_code)}
        alt="QR code for your authenticator app. The same key is written beside it."
        width={208}
        height={208}
        className="daylight size-52 border border-line bg-white p-3"
      />
      <div className="min-w-0">
        <p className="max-w-[28em]">Open your authenticator app, choose to add an account and scan this code.</p>
        <p className="mt-4 text-ink-soft text-small">Can’t scan it? Enter this key instead:</p>
        <p className="mt-1 font-medium tracking-[0.06em]" translate="no">
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move, and two may be equal
            <span key={index} className="mr-2 inline-block font-mono text-[1rem]">
              {group}
            </span>
          ))}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-7">
          <TextButton onClick={copy}>Copy the key</TextButton>
          <a href={uri} className="inline-flex min-h-11 items-center text-mulberry">
            <span className="link">Open in an app on this device</span>
          </a>
        </p>
      </div>
    </div>
  )
}

/** supabase-js puts raw SVG behind `data:`, and a `#` in it would end the URL. */
function readable(address: string): string {
  const [head = '', ...svg] = address.split(',')
  return `${head},${encodeURIComponent(svg.join(','))}`
}

type Named = Pick<Factor, 'factor_type' | 'friendly_name'>

const kinds: Record<string, string> = {
  totp: 'Authenticator app',
  phone: 'Text message',
  webauthn: 'Passkey or security key',
}

/** The label of a factor's kind. */
export function factorKind({ factor_type }: Named): string {
  return kinds[factor_type] ?? 'Second step'
}

/** The user's name for a factor, otherwise the label of its kind. */
export function factorName(factor: Named): string {
  return factor.friendly_name || factorKind(factor)
}

/** A name that no other factor has: `preferred`, with a number where that is taken. */
export function freeName(preferred: string, factors: readonly Named[]): string {
  const taken = new Set(factors.map(({ friendly_name }) => friendly_name))
  let name = preferred
  for (let number = 2; taken.has(name); number += 1) name = `${preferred} ${number}`
  return name
}
