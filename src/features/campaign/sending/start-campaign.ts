import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import type { Queue } from '#infrastructure/jobs/queue.ts'
import { holdErasures } from '../list/erase-address.ts'
import { addRecipients } from './add-recipients.ts'
import type { CampaignSender } from './campaign-sender.ts'
import { sendCampaignJob } from './send-campaigns.ts'
import { contentHash, type Words } from './words.ts'

/**
 * The campaign of these words, made if it is not there: everybody who may be written to and is not in it is added, it
 * goes on if it was paused, and its job is queued, all in `tx`. Gives its id; null while another press of the same words
 * is doing the same, so that nobody waits for a lock.
 */
export async function startCampaign(tx: Tx, { queue, words, provider, requestedBy }: Start): Promise<string | null> {
  const hash = contentHash(words)
  const locked = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`campaign ${hash}`}, 0)) as got`.execute(tx)
  if (!locked.rows[0]?.got) return null
  await sql`insert into private.campaigns (subject, message, content_hash, provider, requested_by)
    values (${words.subject}, ${words.message}, ${hash}, ${provider}, ${requestedBy})
    on conflict on constraint campaigns_content_key do nothing`.execute(tx)
  // Locked, so that a runner that finds nothing left does not end it while it is being added to.
  const { rows } = await sql<{ id: string }>`
    select id from private.campaigns where content_hash = ${hash} for update`.execute(tx)
  const id = rows[0]?.id ?? ''
  await sql`insert into private.campaign_runs (campaign_id) values (${id}) on conflict do nothing`.execute(tx)
  await holdErasures(tx)
  await addRecipients(tx, id)
  await goOn(tx, queue, id)
  return id
}

type Start = { queue: Queue; words: Words; provider: CampaignSender['name']; requestedBy: string }

/**
 * Sets a campaign going that was paused or has something left to send; one with nothing left is done. Whoever calls it
 * holds the campaign's row.
 */
export async function goOn(tx: Tx, queue: Queue, campaignId: string): Promise<void> {
  await sql`update private.campaign_runs r set lanes = 5, failures_in_a_row = 0
    from private.campaigns c
    where r.campaign_id = ${campaignId} and c.id = r.campaign_id and c.state <> 'sending'`.execute(tx)
  const { rows } = await sql<{ state: string }>`
    update private.campaigns c
       set state = case when is_left then 'sending' else 'done' end,
           finished_at = case when not is_left then coalesce(c.finished_at, public.shop_now()) end,
           paused_by = null, reason = null,
           -- A service that asked for a pause is given it.
           resume_at = case when c.state = 'sending' then c.resume_at end
      from (select exists (select from private.campaign_recipients
             where campaign_id = ${campaignId} and state in ('waiting', 'sending')) as is_left) now
     where c.id = ${campaignId} returning c.state`.execute(tx)
  if (rows[0]?.state === 'sending') await queue.enqueue(tx, sendCampaignJob, campaignId)
}
