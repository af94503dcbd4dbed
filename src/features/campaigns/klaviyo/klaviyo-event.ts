import type { CampaignMessage } from '../campaign-sender.ts'

/** The metric a flow at Klaviyo is triggered by; `docs/klaviyo.md` tells the owner its name. */
const launchMetric = 'Launch Letter'

/**
 * The body of POST /api/events for one recipient. Klaviyo keeps the first event of a `unique_id` for a profile and metric
 * and drops every later one, so the same letter may be told to it any number of times. The profile is named by address,
 * or by `profileId` once Klaviyo has said whose address it is. Nothing in here subscribes anybody: a subscribe call would
 * take back an unsubscription.
 */
export function launchEvent(
  { campaignId, email, subject, message, unsubscribeUrl }: Parts,
  profileId?: string,
): object {
  const profile = profileId === undefined ? { attributes: { email } } : { id: profileId, attributes: {} }
  return {
    data: {
      type: 'event',
      attributes: {
        properties: { subject, message, unsubscribe_url: unsubscribeUrl, campaign_id: campaignId },
        unique_id: `${campaignId}:${email}`,
        metric: { data: { type: 'metric', attributes: { name: launchMetric } } },
        profile: { data: { type: 'profile', ...profile } },
      },
    },
  }
}

type Parts = Pick<CampaignMessage, 'campaignId' | 'email' | 'subject' | 'message' | 'unsubscribeUrl'>
