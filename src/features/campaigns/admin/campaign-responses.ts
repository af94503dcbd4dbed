/** What GET campaign and POST change-campaign give: one launch letter and how far it is. Times are ISO. */
export type Campaign = {
  id: string
  subject: string
  message: string
  provider: 'smtp' | 'klaviyo'
  state: 'sending' | 'paused' | 'done'
  paused_by: 'admin' | 'machine' | null
  /** Why the machine paused, in words for the owner. */
  reason: string | null
  /** When the machine tries again by itself. */
  resume_at: string | null
  total: number
  sent: number
  failed: number
  /** Handed over when the connection broke: nobody knows whether they arrived. */
  unknown: number
  queued: number
  /** Whoever said no after it began. */
  skipped: number
  created_at: string
  finished_at: string | null
  /** The first fifty. */
  failures: { email: string; error: string }[]
}

/** What POST send-klaviyo-launch-email gives after at most 25 s. */
export type SendResponse = {
  sent_count: number
  failed_count: number
  queued_count: number
  unknown_count: number
  skipped_count: number
  campaign_id: string
  state: Campaign['state']
}

/** Who would get these words now, and who would not and why. */
export type Audience = {
  on_list: number
  will_get: number
  left_out: Record<LeftOut, number>
  /** When the shop opens, while that is still to come. */
  opens_at: string | null
  /** The latest other campaign that people of `will_get` had within 7 days, how many of them, and when. */
  had_another: { count: number; subject: string; at: string; is_within_a_day: boolean } | null
}

export type LeftOut = 'unsubscribed' | 'complaint' | 'bounced' | 'unconfirmed' | 'had_it'

/** A letter as POST campaign-preview gives it. */
export type Preview = { subject: string; html: string; text: string }

export type Words = { subject: string; message: string }

export type Change = 'pause' | 'resume' | 'send_failed' | 'send_unknown'
