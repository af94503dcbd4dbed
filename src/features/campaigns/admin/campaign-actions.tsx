import { Button } from '#ui/button.tsx'
import type { Campaign, CampaignAction } from '../campaign.contract.ts'
import type { useCampaign } from './use-campaign.ts'

const offers: { action: CampaignAction; label: string; when: (campaign: Campaign) => boolean }[] = [
  { action: 'pause', label: 'Pause', when: ({ state }) => state === 'sending' },
  { action: 'resume', label: 'Resume', when: ({ state }) => state === 'paused' },
  {
    action: 'send_failed',
    label: 'Send to failed only',
    when: ({ state, failed }) => state === 'done' && failed > 0,
  },
]

/** The actions that a campaign allows in its present state. */
export function CampaignActions({
  campaign,
  following: { isChanging, change },
}: {
  campaign: Campaign
  following: ReturnType<typeof useCampaign>
}) {
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
