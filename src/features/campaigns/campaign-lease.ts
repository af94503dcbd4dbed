import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { CampaignSender } from './campaign-sender.ts'
import { nextDueMs, type Run, settleAbandoned } from './recipients.ts'

/** How long a runner that says nothing is believed to live. */
const leaseSeconds = 15
export const renewEveryMs = 5_000

/** What a runner that has just taken a campaign knows of it. */
export type Taken = { subject: string; message: string; lanes: number; failuresInARow: number }

/**
 * Takes the campaign for this runner if it is to be sent now and nobody holds it; null otherwise. A pause the machine
 * made ends here when its time has come, and what a dead runner left is settled.
 */
export async function takeCampaign(tx: Tx, { campaignId, runner }: Run, sender: CampaignSender): Promise<Taken | null> {
  const { rows } = await sql<{ subject: string; message: string; state: string; provider: string }>`
    select subject, message, state, provider from private.campaigns
     where id = ${campaignId} and (resume_at is null or resume_at <= now())
       and (state = 'sending' or (state = 'paused' and paused_by = 'machine' and resume_at is not null))
       for update`.execute(tx)
  const [campaign] = rows
  if (!campaign) return null
  const runs = await sql<{ lanes: number; failuresInARow: number }>`
    update private.campaign_runs
       set runner = ${runner}, leased_until = now() + ${leaseSeconds} * interval '1 second'
     where campaign_id = ${campaignId} and (leased_until is null or leased_until < now())
    returning lanes, failures_in_a_row as "failuresInARow"`.execute(tx)
  const [run] = runs.rows
  if (!run) return null
  await settleAbandoned(tx, campaignId, { again: sender.idempotent && campaign.provider === sender.name })
  await sql`update private.campaigns
    set state = 'sending', paused_by = null, reason = null, resume_at = null, provider = ${sender.name}
    where id = ${campaignId}`.execute(tx)
  return { subject: campaign.subject, message: campaign.message, ...run }
}

/** Keeps the campaign in this runner's hands for another while. */
export async function renewLease(tx: Tx, { campaignId, runner }: Run): Promise<void> {
  await sql`update private.campaign_runs set leased_until = now() + ${leaseSeconds} * interval '1 second'
    where campaign_id = ${campaignId} and runner = ${runner}`.execute(tx)
}

/**
 * How a turn ended. `lanes`: how many letters at once the next begins with. `halt`: why the machine pauses the campaign;
 * it tries again after 1, 5, 15, then every 60 minutes, by `failuresInARow`. `pauseMs`: the service asked us to wait.
 */
export type TurnEnd = { lanes: number; failuresInARow: number; halt: string | null; pauseMs: number }

/** So many troubles in a row pause a campaign; each try that fails after that counts one more. */
export const pauseAfter = 5
const pausesMinutes = [1, 5, 15, 60]
/** Rows due so soon are worth waiting for; the sweep finds the others. */
const soonMs = 5_000

/**
 * Gives the campaign back and says whether somebody should take it again at once: `now`, or `later` when the sweep will
 * find it. A campaign nothing is left of is done; the row is locked first, so that nobody adds to it unseen.
 */
export async function giveBack(tx: Tx, run: Run, end: TurnEnd): Promise<'now' | 'later'> {
  const { campaignId, runner } = run
  const { rows } = await sql<{ state: string }>`
    select state from private.campaigns where id = ${campaignId} for update`.execute(tx)
  const { numAffectedRows } = await sql`
    update private.campaign_runs
       set runner = null, leased_until = null, lanes = ${end.lanes}, failures_in_a_row = ${end.failuresInARow}
     where campaign_id = ${campaignId} and runner = ${runner}`.execute(tx)
  if (numAffectedRows !== 1n || rows[0]?.state !== 'sending') return 'later'
  const dueMs = await nextDueMs(tx, campaignId)
  if (dueMs === null) {
    // Of a letter a runner that lost the campaign still holds, the next turn says what became of it.
    await sql`update private.campaigns set state = 'done', finished_at = public.shop_now()
      where id = ${campaignId} and not exists (select from private.campaign_recipients
        where campaign_id = ${campaignId} and state = 'sending')`.execute(tx)
    return 'later'
  }
  if (end.halt !== null) {
    const minutes = pausesMinutes[Math.min(end.failuresInARow - pauseAfter, pausesMinutes.length - 1)]
    await sql`update private.campaigns
      set state = 'paused', paused_by = 'machine', reason = ${end.halt},
          resume_at = now() + greatest(${minutes}::int * 60000, ${end.pauseMs}) * interval '1 millisecond'
      where id = ${campaignId}`.execute(tx)
    return 'later'
  }
  if (end.pauseMs > 0) {
    await sql`update private.campaigns set resume_at = now() + ${end.pauseMs} * interval '1 millisecond'
      where id = ${campaignId}`.execute(tx)
    return 'later'
  }
  return dueMs < soonMs ? 'now' : 'later'
}
