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
    : `Come and look:\n${siteUrl}/shop`
  return {
    subject: `${shop.name} is open`,
    message: [
      'Hello,',
      `You asked us to tell you when ${shop.name} opens. The day has come: the door is open, and you are among the first to hear of it.`,
      `${shop.description} What you choose is made for you from the first cut, and that takes about ${productionTimeLabels(productionDays).time}.`,
      way,
      `Is there anything you would like to know before you choose? Simply reply to this e-mail, or write to ${shop.email}. A person reads it.`,
      'Thank you for waiting with us.',
      `Warmly,\n${shop.name}`,
    ].join('\n\n'),
  }
}
