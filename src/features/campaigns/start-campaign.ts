import { sql } from 'kysely'
import { holdErasures } from '#features/subscribers/erase-address.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { addRecipients } from './add-recipients.ts'
import { type CampaignContent, contentHash } from './campaign-content.ts'
import { sendCampaignJob } from './campaign-job.ts'
import type { CampaignSender } from './campaign-sender.ts'
import { isForgotten } from './forget-recipients.ts'
import { findRecentCampaign } from './recent-campaign.ts'

/**
 * Starts the campaign of this text, or continues it: adds every subscriber who may get e-mail and is not in it yet,
 * resumes it if it was paused, and queues its job, all in `tx`. Returns its id; null while another start is under way
 * (one at a time, so that two different campaigns started together see each other), so that no request waits for a
 * lock. Refuses conflict (details: reason 'recent_campaign', count, subject, at) where recipients had another campaign
 * within 24 hours, unless `allowRecent`; and where the recipients of this text are forgotten.
 */
export async function startCampaign(tx: Tx, start: Start): Promise<string | null> {
  const { queue, content, provider, requestedBy, allowRecent = false } = start
  const hash = contentHash(content)
  const locked = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('start a campaign', 0)) as got`.execute(tx)
  if (!locked.rows[0]?.got) return null
  if (!allowRecent) await refuseRecent(tx, content)
  await sql`insert into private.campaigns (subject, message, content_hash, provider, requested_by)
    values (${content.subject}, ${content.message}, ${hash}, ${provider}, ${requestedBy})
    on conflict on constraint campaigns_content_key do nothing`.execute(tx)
  // Locked, so that a runner without open rows does not end it while rows are added.
  const { rows } = await sql<{ id: string; is_forgotten: boolean }>`
    select id, coalesce(${isForgotten}, false) as is_forgotten
      from private.campaigns c where content_hash = ${hash} for update`.execute(tx)
  const id = rows[0]?.id ?? ''
  if (rows[0]?.is_forgotten) {
    throw new AppError(
      'conflict',
      'This text went out more than two years ago, and the shop no longer knows to whom. Please change a word and send it as a new one.',
    )
  }
  await sql`insert into private.campaign_runs (campaign_id) values (${id}) on conflict do nothing`.execute(tx)
  await holdErasures(tx)
  await addRecipients(tx, id)
  await activateCampaign(tx, queue, id)
  return id
}

type Start = {
  queue: Queue
  content: CampaignContent
  provider: CampaignSender['name']
  requestedBy: string
  /** The owner confirmed a second campaign within 24 hours. */
  allowRecent?: boolean
}

async function refuseRecent(tx: Tx, content: CampaignContent): Promise<void> {
  const recent = await findRecentCampaign(tx, content)
  if (!recent?.is_within_a_day) return
  const { count, subject, at } = recent
  throw new AppError(
    'conflict',
    `“${subject}” went to ${count} of these subscribers within the last 24 hours. Please confirm that you want to send this one too.`,
    { details: { reason: 'recent_campaign', count, subject, at } },
  )
}

/**
 * Activates a campaign that was paused or has open rows; one without is done. The caller holds a lock on the campaign's
 * row.
 */
export async function activateCampaign(tx: Tx, queue: Queue, campaignId: string): Promise<void> {
  await sql`update private.campaign_runs r set concurrency = 5, consecutive_failures = 0
    from private.campaigns c
    where r.campaign_id = ${campaignId} and c.id = r.campaign_id and c.state <> 'sending'`.execute(tx)
  const { rows } = await sql<{ state: string }>`
    update private.campaigns c
       set state = case when is_left then 'sending' else 'done' end,
           finished_at = case when not is_left then coalesce(c.finished_at, public.shop_now()) end,
           paused_by = null, reason = null,
           -- A pause that the service requested is kept.
           resume_at = case when c.state = 'sending' then c.resume_at end
      from (select exists (select from private.campaign_recipients
             where campaign_id = ${campaignId} and state in ('waiting', 'sending')) as is_left) now
     where c.id = ${campaignId} returning c.state`.execute(tx)
  if (rows[0]?.state === 'sending') await queue.enqueue(tx, sendCampaignJob, campaignId)
}
