import type { CampaignMessage } from '../campaign-sender.ts'

/** The metric that triggers a flow at Klaviyo; `docs/owner/klaviyo.md` names it for the owner. */
const launchMetric = 'Launch Letter'

/**
 * The body of POST /api/events for one recipient. Klaviyo stores the first event of a `unique_id` for a profile and
 * metric and drops every later one, so the same event may be sent any number of times. The profile is named by address,
 * or by `profileId` once Klaviyo has reported it. Nothing here subscribes a profile: a subscribe call would undo an
 * unsubscription.
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
