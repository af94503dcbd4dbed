import { productionTimeLabels } from '#features/settings/production-time.ts'
import { shop } from '#shop'
import type { CampaignContent } from './campaign-responses.ts'

/** The default text of the launch campaign. siteUrl: without a trailing slash. */
export function defaultAnnouncement(
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
      `You asked us to let you know when ${shop.name} opens. We’re open now, and you’re among the first to know.`,
      `${shop.description} Each piece is cut and sewn once you order it, which takes about ${productionTimeLabels(productionDays).time}.`,
      way,
      `Any questions before you choose? Reply to this e-mail or write to ${shop.email}. A person reads every message.`,
      'Thank you for waiting.',
      `Warmly,\n${shop.name}`,
    ].join('\n\n'),
  }
}
