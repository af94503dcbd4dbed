import { type FormEvent, useState } from 'react'
import { AccountSection } from '#features/account/page/account-section.tsx'
import { CouldNotLoad } from '#features/account/page/could-not-load.tsx'
import { Lines } from '#features/account/page/lines.tsx'
import type { OwnerLettersAnswer } from '#features/orders/owner-letters/owner-letters-answer.ts'
import { Field } from '#ui/field.tsx'
import { SaveButton } from '../settings/save-button.tsx'
import { useOwnerLetters } from './use-owner-letters.ts'

/** The part of the settings about emails to the owner herself. */
export function OwnerLettersSection() {
  const { held, problem, look, save } = useOwnerLetters()
  return (
    <AccountSection
      id="owner-letters"
      title="E-mails to you"
      note="One for each paid order, and one when money needs you. Beyond twenty an hour, a single e-mail tells of the rest, so that your customers’ e-mails never wait for yours."
    >
      {held ? (
        // What somebody else has saved meanwhile begins anew.
        <WhereTo key={held.version} held={held} save={save} />
      ) : problem ? (
        <CouldNotLoad problem={`This could not be read. ${problem}`} onRetry={look} />
      ) : (
        <Lines label="Looking where your e-mails go" count={2} />
      )}
    </AccountSection>
  )
}

const ways = [
  { id: 'shop', words: (held: OwnerLettersAnswer) => `To the shop’s address, ${held.shop}` },
  { id: 'other', words: () => 'To another address' },
  { id: 'off', words: () => 'None' },
] as const
type Way = (typeof ways)[number]['id']

type WhereToProps = { held: OwnerLettersAnswer; save: (to: string | null) => Promise<string | null> }

function WhereTo({ held, save }: WhereToProps) {
  const now: Way = held.to === null ? 'shop' : held.to === 'off' ? 'off' : 'other'
  const [way, setWay] = useState<Way>(now)
  const [address, setAddress] = useState(now === 'other' ? (held.to ?? '') : '')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const to = way === 'shop' ? null : way === 'off' ? 'off' : address.trim()
  const isChanged = to !== held.to

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !isChanged) return
    setBusy(true)
    setWrong(await save(to))
    setBusy(false)
  }

  return (
    <form onSubmit={submit} noValidate className="max-w-[30rem]">
      <fieldset>
        <legend className="label text-ink-soft">Where they go</legend>
        {ways.map(({ id, words }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="owner-letters"
              value={id}
              checked={way === id}
              onChange={() => {
                setWay(id)
                setWrong(null)
              }}
              className="size-4.5 shrink-0 accent-mulberry"
            />
            <span className="wrap-any min-w-0">{words(held)}</span>
          </label>
        ))}
      </fieldset>
      {way === 'other' && (
        <Field
          label="Address"
          name="address"
          type="email"
          autoComplete="email"
          value={address}
          onChange={({ target }) => {
            setAddress(target.value)
            setWrong(null)
          }}
          error={wrong}
          maxLength={254}
          className="mt-4"
        />
      )}
      {way !== 'other' && wrong && (
        <p role="alert" className="mt-3 text-mulberry text-small">
          {wrong}
        </p>
      )}
      <div className="mt-6">
        <SaveButton busy={busy} isChanged={isChanged} />
      </div>
    </form>
  )
}
