import { z } from 'zod'
import { contract, time } from '#platform/http/contract.ts'

const Content = z.object({ subject: z.string(), message: z.string() })
const State = z.enum(['sending', 'paused', 'done'])

const Campaign = z.object({
  id: z.string(),
  subject: z.string(),
  message: z.string(),
  provider: z.enum(['smtp', 'klaviyo']),
  state: State,
  paused_by: z.enum(['admin', 'machine']).nullable(),
  /** Why the campaign paused automatically, as text for the owner. */
  reason: z.string().nullable(),
  /** The time of the next automatic attempt. */
  resume_at: time.nullable(),
  created_at: time,
  finished_at: time.nullable(),
  /** The first fifty. */
  failures: z.array(z.object({ email: z.string(), error: z.string() })),
  total: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Sent over a connection that broke: it is unknown whether they arrived. */
  unknown: z.int(),
  /** Not sent yet, those in delivery included. */
  queued: z.int(),
  /** Recipients who unsubscribed after it started. */
  skipped: z.int(),
})
export type Campaign = z.output<typeof Campaign>
export type CampaignRow = z.input<typeof Campaign>

/**
 * Sends the e-mail once to each subscriber who may get e-mail, however often it is called, and responds within 25 s with
 * the counts so far. Refuses conflict where they had another campaign within 24 hours, unless `allow_recent` says so.
 */
export const sendLaunchEmail = contract({
  name: 'send-klaviyo-launch-email',
  method: 'POST',
  caller: 'administrators',
  request: Content.extend({ allow_recent: z.boolean().default(false) }),
  response: z.object({
    sent_count: z.int(),
    failed_count: z.int(),
    queued_count: z.int(),
    unknown_count: z.int(),
    skipped_count: z.int(),
    campaign_id: z.string(),
    state: State,
  }),
  refuses: ['conflict', 'not_found'],
})
export type SendResponse = z.output<typeof sendLaunchEmail.response>

/** Without an id the one that is being sent or was sent last; null in a shop without campaigns. */
export const readCampaign = contract({
  name: 'campaign',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ id: z.uuid('This is not the id of a campaign.').optional() }),
  response: Campaign.nullable(),
  refuses: ['not_found'],
})

export const changeCampaign = contract({
  name: 'change-campaign',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ id: z.uuid(), action: z.enum(['pause', 'resume', 'send_failed', 'send_unknown']) }),
  response: Campaign,
  refuses: ['not_found'],
})
export type CampaignAction = z.output<typeof changeCampaign.request>['action']

/** The recipients of this text, and the excluded subscribers by reason. */
export const readAudience = contract({
  name: 'campaign-audience',
  method: 'POST',
  caller: 'administrators',
  request: Content,
  response: z.object({
    on_list: z.int(),
    will_get: z.int(),
    left_out: z.record(z.enum(['unsubscribed', 'complaint', 'bounced', 'unconfirmed', 'had_it']), z.int()),
    /** When the shop opens; null once it is open. */
    opens_at: time.nullable(),
    /** The latest other campaign that people of `will_get` had within 7 days, how many of them, and when. */
    had_another: z.object({ count: z.int(), subject: z.string(), at: time, is_within_a_day: z.boolean() }).nullable(),
  }),
})
export type Audience = z.output<typeof readAudience.response>
export type AudienceRow = z.input<typeof readAudience.response>
export type LeftOut = keyof Audience['left_out']

export const previewCampaign = contract({
  name: 'campaign-preview',
  method: 'POST',
  caller: 'administrators',
  request: Content,
  response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
})

/** Ten in ten minutes. */
export const testCampaign = contract({
  name: 'campaign-test',
  method: 'POST',
  caller: 'administrators',
  request: Content,
  response: z.object({ sent_to: z.string() }),
})
