import { useRouteLoaderData } from 'react-router'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import { defaultAnnouncement } from './default-announcement.ts'
import { LaunchForm } from './launch-form.tsx'
import { useCampaign } from './use-campaign.ts'

/** The launch campaign: the progress of the last one, and the form of the next. */
export function CampaignTab() {
  const following = useCampaign()
  const { campaign, isLost, poll } = following
  const root = useRouteLoaderData<{ siteUrl: string; marquee: string[] }>('root')
  const { productionDays } = useShopTerms()
  const preorders = (root?.marquee ?? []).length > 0
  const suggested = defaultAnnouncement(root?.siteUrl ?? '', { preorders, productionDays })

  if (campaign === undefined) {
    return isLost ? (
      <CouldNotLoad problem="We couldn’t check whether a campaign is being sent." onRetry={poll} />
    ) : (
      <LoadingSkeleton label="Loading the last campaign" count={4} />
    )
  }
  return (
    <>
      {campaign && <CampaignProgress campaign={campaign} following={following} />}
      <LaunchForm
        initial={campaign && campaign.state !== 'done' ? campaign : suggested}
        suggested={suggested}
        following={following}
      />
    </>
  )
}
