import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { holdErasures } from '#features/subscribers/erase-address.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { addRecipients, findRecentCampaign, isForgotten } from './audience.ts'
import type { CampaignAction } from './campaign.contract.ts'
import { type CampaignContent, contentHash } from './campaign-content.ts'
import type { CampaignDeps, CampaignSender } from './campaign-deps.ts'
import { sendCampaignJob } from './campaign-job.ts'

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
async function activateCampaign(tx: Tx, queue: Queue, campaignId: string): Promise<void> {
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

const timeoutMs = 20_000
const retryAfterMs = 250

type SendRequest = {
  content: CampaignContent
  requestedBy: string
  allowRecent?: boolean
  /** Runs a transaction with the administrator's id. */
  as<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/**
 * Starts or continues the campaign of this text, and returns its id. While another start inserts its recipients, this
 * one retries every 250 ms without holding a connection. Refuses busy after 20 s of that, and conflict as
 * `startCampaign`.
 */
export async function sendCampaign(
  { queue, sender }: CampaignDeps,
  { content, requestedBy, allowRecent = false, as }: SendRequest,
): Promise<string> {
  const until = performance.now() + timeoutMs
  while (performance.now() < until) {
    const id = await as((tx) => startCampaign(tx, { queue, content, provider: sender.name, requestedBy, allowRecent }))
    if (id !== null) return id
    await sleep(retryAfterMs)
  }
  throw new AppError('busy', 'The list of recipients is still being prepared. Please try again in a moment.')
}

/**
 * The owner's actions on a campaign. `pause`: e-mails in delivery finish, no other begins. `send_failed` and
 * `send_unknown`: those rows wait again, with their tries reset, and the campaign continues; each is checked again
 * before it is sent. Refuses not_found. An action without effect changes nothing.
 */
export async function applyAction(
  tx: Tx,
  { queue, id, action }: { queue: Queue; id: string; action: CampaignAction },
): Promise<void> {
  const { rows } = await sql`select from private.campaigns where id = ${id} for update`.execute(tx)
  if (rows.length === 0) throw new AppError('not_found', 'There is no such campaign.')
  if (action === 'pause') {
    await sql`update private.campaigns set state = 'paused', paused_by = 'admin', reason = null, resume_at = null
      where id = ${id} and state <> 'done'`.execute(tx)
    return
  }
  if (action !== 'resume') {
    const from = action === 'send_failed' ? 'failed' : 'unknown'
    await sql`update private.campaign_recipients
      set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null, finished_at = null
      where campaign_id = ${id} and state = ${from}`.execute(tx)
  }
  await activateCampaign(tx, queue, id)
}
