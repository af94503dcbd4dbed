import { type ReactNode, useSyncExternalStore } from 'react'
import { onSessionChange, storedUserId } from '#platform/client/stored-session.ts'
import { checkoutConsent } from './size-consent.ts'

type Props = {
  /** The user who ticked it: after another sign-in it is not ticked. */
  by: string | null
  onChange: (by: string | null) => void
}

/** The box by which a customer who is signed in lets the shop keep her sizes, once the order is paid. */
export function RememberSizes({ by, onChange }: Props): ReactNode {
  const user = useSyncExternalStore(onSessionChange, storedUserId)
  return (
    <label className="flex cursor-pointer items-start gap-x-3 pb-5 text-small leading-snug">
      <input
        type="checkbox"
        checked={by !== null && by === user}
        onChange={({ target }) => onChange(target.checked ? user : null)}
        className="mt-0.5 size-5 shrink-0 accent-mulberry"
      />
      <span>
        {checkoutConsent.label}
        <span className="mt-0.5 block text-ink-soft">{checkoutConsent.detail}</span>
      </span>
    </label>
  )
}
