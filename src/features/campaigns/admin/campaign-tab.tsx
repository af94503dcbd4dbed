import { useRouteLoaderData } from 'react-router'
import { productionTimeLabels } from '#features/settings/production-time.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { shop } from '#shop'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import type { CampaignContent } from '../campaign-content.ts'
import { CampaignProgress } from './campaign-progress.tsx'
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

/** The default text of the launch campaign. siteUrl: without a trailing slash. */
function defaultAnnouncement(
  siteUrl: string,
  { preorders, productionDays }: { preorders: boolean; productionDays: number },
): CampaignContent {
  const way = preorders
    ? `Pre-orders are open too, each for a few days only:\n${siteUrl}/pre-order\n\nEverything else is here:\n${siteUrl}/shop`
    : `Have a look around:\n${siteUrl}/shop`
  return {
    subject: `${shop.name} is open`,
    message: [
      'Hello,',
      `${shop.name} is open, and you’re among the first to know.`,
      `${shop.description} Each piece is cut and sewn once you order it, which takes about ${productionTimeLabels(productionDays).time}.`,
      way,
      `Any questions before you choose? Reply to this e-mail or write to ${shop.email}. A person reads every message.`,
      `Warmly,\n${shop.name}`,
    ].join('\n\n'),
  }
}
