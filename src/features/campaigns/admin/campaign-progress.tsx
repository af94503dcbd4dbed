import { formatCount } from '#base/counts.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { Button } from '#ui/button.tsx'
import type { Campaign, CampaignAction } from '../campaign.contract.ts'
import { partDone, pauseLabel, spokenProgress } from './campaign-labels.ts'
import type { useCampaign } from './use-campaign.ts'

type CampaignProgressProps = { campaign: Campaign; following: ReturnType<typeof useCampaign> }

/** A campaign's progress: its figures, a pause with its reason, the failures, and the possible actions. */
export function CampaignProgress({ campaign, following }: CampaignProgressProps) {
  return (
    <section
      aria-labelledby="campaign"
      className="mb-[clamp(2.5rem,5vw,4.5rem)] border-line border-b pb-[clamp(2rem,4vw,3.5rem)]"
    >
      <p className="label text-mulberry">{headOf(campaign)}</p>
      <h2 id="campaign" className="wrap-any mt-1 text-title leading-tight">
        “{campaign.subject}”
      </h2>
      <p role="status" className="sr-only">
        {spokenProgress(campaign)}
      </p>
      {campaign.state !== 'done' && <Bar campaign={campaign} />}
      <Figures campaign={campaign} />
      <Waiting campaign={campaign} isLost={following.isLost} />
      <CampaignActions campaign={campaign} following={following} />
      <FailureList campaign={campaign} />
    </section>
  )
}

function headOf({ state, created_at, finished_at }: Campaign): string {
  if (state === 'done') return `Sent on ${formatShopTime(finished_at ?? created_at)}`
  return `${state === 'paused' ? 'Paused' : 'Sending'}, started on ${formatShopTime(created_at)}`
}

function Bar({ campaign }: { campaign: Campaign }) {
  const part = partDone(campaign)
  const { total, queued, state } = campaign
  return (
    <div
      role="progressbar"
      aria-label="E-mails done"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={total - queued}
      aria-valuetext={`${total - queued} of ${total}`}
      className="mt-6 h-1.5 bg-paper-deep"
    >
      <div
        style={{ width: `${part * 100}%` }}
        className={`h-full transition-[width] duration-700 ease-settle ${state === 'paused' ? 'bg-ink-soft' : 'bg-mulberry'}`}
      />
    </div>
  )
}

function Figures({ campaign: { sent, failed, unknown, skipped, queued } }: { campaign: Campaign }) {
  const parts: [string, number][] = [
    ['sent', sent],
    ['failed', failed],
    ['unknown', unknown],
    ['skipped', skipped],
    ['to send', queued],
  ]
  return (
    <dl className="mt-6 flex flex-wrap gap-x-[clamp(1.75rem,4vw,3.5rem)] gap-y-4">
      {parts.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-ink-soft text-small">{name}</dt>
          <dd className={`price font-serif text-title leading-none ${count > 0 ? '' : 'text-ink-soft'}`}>
            {formatCount(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type WaitingProps = { campaign: Campaign; isLost: boolean }

/** The reason of a pause, and its end. */
function Waiting({ campaign: { state, paused_by, reason, resume_at }, isLost }: WaitingProps) {
  if (isLost) {
    return (
      <p role="status" className="mt-6 max-w-[38em] border-mulberry border-l-2 pl-5">
        We couldn’t reach the shop a moment ago. Sending continues without this page, and we’ll keep checking.
      </p>
    )
  }
  const label = pauseLabel({ state, paused_by, reason, resume_at })
  return label && <p className="mt-6 max-w-[38em] border-mulberry border-l-2 pl-5">{label}</p>
}

/** The recipients whose e-mail failed, with the response of their mail server. */
function FailureList({ campaign: { failures, failed } }: { campaign: Campaign }) {
  if (failures.length === 0) return null
  return (
    <details className="group/failures mt-7" open={failures.length <= 5}>
      <summary className="inline-flex min-h-11 items-center text-mulberry">
        <span className="link">{failed === 1 ? 'The one that failed' : `The ${failed} that failed`}</span>
      </summary>
      <ul className="mt-2 max-w-[52rem] border-line border-t">
        {failures.map(({ email, error }) => (
          <li
            key={email}
            className="grid gap-x-8 border-line border-b py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
          >
            <span className="wrap-any">{email}</span>
            <span className="wrap-any text-ink-soft text-small sm:pt-0.5">{error}</span>
          </li>
        ))}
      </ul>
      {failed > failures.length && <p className="mt-2 text-ink-soft text-small">and {failed - failures.length} more</p>}
    </details>
  )
}

const offers: { action: CampaignAction; label: string; when: (campaign: Campaign) => boolean }[] = [
  { action: 'pause', label: 'Pause', when: ({ state }) => state === 'sending' },
  { action: 'resume', label: 'Resume', when: ({ state }) => state === 'paused' },
  {
    action: 'send_failed',
    label: 'Send to failed only',
    when: ({ state, failed }) => state === 'done' && failed > 0,
  },
]

type CampaignActionsProps = { campaign: Campaign; following: ReturnType<typeof useCampaign> }

/** The actions that a campaign allows in its present state. */
function CampaignActions({ campaign, following: { isChanging, change } }: CampaignActionsProps) {
  const offered = offers.filter(({ when }) => when(campaign))
  const { unknown, state } = campaign
  return (
    <>
      {offered.length > 0 && (
        <div className="mt-7 flex flex-wrap gap-4">
          {offered.map(({ action, label }) => (
            <Button key={action} tone="line" aria-disabled={isChanging} onClick={() => change(action)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {unknown > 0 && (
        <div className="mt-7 max-w-[38em] border-line border-l-2 pl-5">
          <p>
            We don’t know whether {unknown === 1 ? 'one e-mail' : `${unknown} e-mails`} arrived: the connection broke
            after {unknown === 1 ? 'it was' : 'they were'} handed over. We won’t send {unknown === 1 ? 'it' : 'them'}{' '}
            again automatically, because a subscriber might get two.
          </p>
          {state === 'done' && (
            <Button tone="line" aria-disabled={isChanging} onClick={() => change('send_unknown')} className="mt-4">
              {unknown === 1 ? 'Send it again' : 'Send them again'}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
