/** GET campaign and POST change-campaign: a campaign and its progress. Times are ISO. */
export type Campaign = {
  id: string
  subject: string
  message: string
  provider: 'smtp' | 'klaviyo'
  state: 'sending' | 'paused' | 'done'
  paused_by: 'admin' | 'machine' | null
  /** Why the campaign paused automatically, as text for the owner. */
  reason: string | null
  /** The time of the next automatic attempt. */
  resume_at: string | null
  total: number
  sent: number
  failed: number
  /** Sent over a connection that broke: it is unknown whether they arrived. */
  unknown: number
  queued: number
  /** Recipients who unsubscribed after it started. */
  skipped: number
  created_at: string
  finished_at: string | null
  /** The first fifty. */
  failures: { email: string; error: string }[]
}

/** POST send-klaviyo-launch-email, after at most 25 s. */
export type SendResponse = {
  sent_count: number
  failed_count: number
  queued_count: number
  unknown_count: number
  skipped_count: number
  campaign_id: string
  state: Campaign['state']
}

/** The recipients of this text, and the excluded subscribers by reason. */
export type Audience = {
  on_list: number
  will_get: number
  left_out: Record<LeftOut, number>
  /** When the shop opens; null once it is open. */
  opens_at: string | null
  /** The latest other campaign that people of `will_get` had within 7 days, how many of them, and when. */
  had_another: { count: number; subject: string; at: string; is_within_a_day: boolean } | null
}

export type LeftOut = 'unsubscribed' | 'complaint' | 'bounced' | 'unconfirmed' | 'had_it'

/** POST campaign-preview: the rendered e-mail. */
export type Preview = { subject: string; html: string; text: string }

export type CampaignContent = { subject: string; message: string }

export type Change = 'pause' | 'resume' | 'send_failed' | 'send_unknown'
