import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmMoney } from '#admin/confirm-money.tsx'
import { useDebounced } from '#admin/search-field.tsx'
import { call } from '#platform/client/functions.ts'
import { polling } from '#platform/client/query-client.ts'
import { CheckField } from '#ui/choice-field.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import type { Audience } from '../campaign.contract.ts'
import type { CampaignContent } from '../campaign-content.ts'
import {
  audienceLabel,
  exclusionLabels,
  isComplete,
  isSameContent,
  recentLabel,
  recipientsLabel,
  sendWarning,
} from './campaign-labels.ts'

/** 'counting': not known yet; null: the e-mail is not complete, so it has no recipients. */
export type AudienceState = Audience | 'counting' | { problem: string } | null

/** Visitors sign up while an e-mail is being written. */
const pollMs = 30_000
export const typingPauseMs = 500

function audienceQuery({ subject, message }: CampaignContent, stamp: string) {
  return queryOptions({
    queryKey: ['campaign-audience', { subject, message }, stamp],
    queryFn: () => call('campaign-audience', { subject, message }),
    ...polling(pollMs),
    gcTime: 0,
  })
}

/**
 * The recipients of the typed words. They are counted again when the words change, when `stamp` does (something was
 * sent), when the window gets the focus, and every 30 s. `count` counts at once, and returns null after a failure.
 */
export function useAudience(
  typed: CampaignContent,
  stamp: string,
): { audience: AudienceState; count: () => Promise<Audience | null> } {
  const client = useQueryClient()
  const content = useDebounced({ subject: typed.subject, message: typed.message }, typingPauseMs)
  const { data, error } = useQuery({ ...audienceQuery(content, stamp), enabled: isComplete(content) })

  async function count(): Promise<Audience | null> {
    if (!isComplete(typed)) return null
    return client.fetchQuery({ ...audienceQuery(typed, stamp), staleTime: 0 }).catch(() => null)
  }

  return { audience: currentState(), count }

  function currentState(): AudienceState {
    if (!isComplete(typed)) return null
    if (!isSameContent(content, typed)) return 'counting'
    if (error) return { problem: error.message }
    return data ?? 'counting'
  }
}

/** The number of recipients, and of excluded subscribers by reason, before the owner sends. */
export function AudienceLine({ audience, onRetry }: { audience: AudienceState; onRetry: () => void }) {
  if (audience && typeof audience === 'object' && 'problem' in audience) {
    return <CouldNotLoad problem={`The recipients couldn’t be counted. ${audience.problem}`} onRetry={onRetry} />
  }
  return (
    <div role="status" className="min-h-[5.5rem] border-line border-y py-4">
      {audience === null && <p className="text-ink-soft">Add a subject and a message.</p>}
      {audience === 'counting' && <p className="text-ink-soft">Counting recipients…</p>}
      {audience && typeof audience === 'object' && (
        <>
          <p className="font-serif text-name leading-tight">
            {audience.on_list === 0 ? 'No subscribers yet.' : audienceLabel(audience)}
          </p>
          {sendWarning(audience, new Date()).map((warning) => (
            <p key={warning} className="wrap-any mt-1 text-mulberry">
              {warning}
            </p>
          ))}
          <LeftOut reasons={exclusionLabels(audience)} isEmpty={audience.on_list === 0} />
        </>
      )}
    </div>
  )
}

function LeftOut({ reasons, isEmpty }: { reasons: string[]; isEmpty: boolean }) {
  return (
    <p className="mt-1 text-ink-soft text-small">
      {reasons.length > 0 && <>Not included: {reasons.join('; ')}. </>}
      <Link to="/admin/subscribers" className="link whitespace-nowrap">
        {isEmpty ? 'Import subscribers' : 'View subscribers'}
      </Link>
    </p>
  )
}

type ConfirmSendProps = {
  /** 'counting' while the number is not known. */
  audience: Audience | 'counting'
  onYes: (allowRecent: boolean) => void
  onNo: () => void
}

/**
 * Asks for confirmation with the number of recipients before a campaign is sent. If some recipients got another
 * campaign within 24 hours, the owner must tick a box first; `onYes` gets whether it is ticked.
 */
export function ConfirmSend({ audience, onYes, onNo }: ConfirmSendProps) {
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
