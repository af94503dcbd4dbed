import { useState } from 'react'
import { ConfirmMoney } from '#admin/confirm-money.tsx'
import { CheckField } from '#ui/choice-field.tsx'
import type { Audience } from '../campaign.contract.ts'
import { recentLabel, recipientsLabel } from './campaign-labels.ts'

/**
 * Asks for confirmation with the number of recipients before a campaign is sent. If some recipients got another
 * campaign within 24 hours, the owner must tick a box first; `onYes` gets whether it is ticked.
 */
export function ConfirmSend({
  audience,
  onYes,
  onNo,
}: {
  /** 'counting' while the number is not known. */
  audience: Audience | 'counting'
  onYes: (allowRecent: boolean) => void
  onNo: () => void
}) {
  const [allowRecent, setAllowRecent] = useState(false)
  if (audience === 'counting') return <p role="status">Counting recipients…</p>
  const recipients = recipientsLabel(audience.will_get)
  const recent = audience.had_another?.is_within_a_day ? audience.had_another : null

  return (
    <ConfirmMoney
      question={`Send this e-mail to ${recipients}?`}
      yes={`Send to ${recipients}`}
      no="Back"
      busyLabel="Sending..."
      busy={false}
      ready={!recent || allowRecent}
      onYes={() => onYes(allowRecent)}
      onNo={onNo}
    >
      <p>An e-mail can’t be recalled once it’s sent.</p>
      {recent && (
        <>
          <p className="wrap-any mt-2 text-mulberry">{recentLabel(recent, audience.will_get, new Date())}</p>
          <CheckField
            label="Send them another e-mail today"
            name="allow-recent"
            checked={allowRecent}
            onChange={setAllowRecent}
          />
        </>
      )}
    </ConfirmMoney>
  )
}
