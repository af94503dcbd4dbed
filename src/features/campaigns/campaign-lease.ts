import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { CampaignSender } from './campaign-sender.ts'
import { nextDueMs, type Run, settleAbandonedRows } from './recipients.ts'

/** The lease of a runner without a sign of life. */
const leaseSeconds = 15
export const renewEveryMs = 5_000

/** A runner's data about the campaign it holds. */
export type CampaignLease = { subject: string; message: string; lanes: number; failuresInARow: number }

/**
 * Claims the campaign for this runner if it is due and not held; null otherwise. An automatic pause ends here when its
 * time has come, and the rows of a dead runner are settled.
 */
export async function claimCampaign(
  tx: Tx,
  { campaignId, runner }: Run,
  sender: CampaignSender,
): Promise<CampaignLease | null> {
  const { rows } = await sql<{ subject: string; message: string; state: string; provider: string }>`
    select subject, message, state, provider from private.campaigns
     where id = ${campaignId} and (resume_at is null or resume_at <= now())
       and (state = 'sending' or (state = 'paused' and paused_by = 'machine' and resume_at is not null))
       for update`.execute(tx)
  const [campaign] = rows
  if (!campaign) return null
  const runs = await sql<{ lanes: number; failuresInARow: number }>`
    update private.campaign_runs
       set worker_id = ${runner}, leased_until = now() + ${leaseSeconds} * interval '1 second'
     where campaign_id = ${campaignId} and (leased_until is null or leased_until < now())
    returning concurrency as lanes, consecutive_failures as "failuresInARow"`.execute(tx)
  const [run] = runs.rows
  if (!run) return null
  await settleAbandonedRows(tx, campaignId, { again: sender.idempotent && campaign.provider === sender.name })
  await sql`update private.campaigns
    set state = 'sending', paused_by = null, reason = null, resume_at = null, provider = ${sender.name}
    where id = ${campaignId}`.execute(tx)
  return { subject: campaign.subject, message: campaign.message, ...run }
}

/** Renews this runner's lease. */
export async function renewLease(tx: Tx, { campaignId, runner }: Run): Promise<void> {
  await sql`update private.campaign_runs set leased_until = now() + ${leaseSeconds} * interval '1 second'
    where campaign_id = ${campaignId} and worker_id = ${runner}`.execute(tx)
}

/**
 * The result of a batch. `lanes`: the concurrency of the next. `halt`: the reason for an automatic pause; retried after
 * 1, 5, 15, then every 60 minutes, by `failuresInARow`. `pauseMs`: the pause that the service requested.
 */
export type BatchResult = { lanes: number; failuresInARow: number; halt: string | null; pauseMs: number }

/** This many errors in a row pause a campaign; each failed try after that counts one more. */
export const pauseAfter = 5
const pausesMinutes = [1, 5, 15, 60]
/** Rows due this soon are awaited; the sweep finds the others. */
const soonMs = 5_000

/**
 * Releases the campaign and returns whether to queue it again: `now`, or `later` when the sweep will find it. A
 * campaign without open rows is done; its row is locked first, so that no rows are added unseen.
 */
export async function releaseCampaign(tx: Tx, run: Run, end: BatchResult): Promise<'now' | 'later'> {
  const { campaignId, runner } = run
  const { rows } = await sql<{ state: string }>`
    select state from private.campaigns where id = ${campaignId} for update`.execute(tx)
  const { numAffectedRows } = await sql`
    update private.campaign_runs
       set worker_id = null, leased_until = null, concurrency = ${end.lanes}, consecutive_failures = ${end.failuresInARow}
     where campaign_id = ${campaignId} and worker_id = ${runner}`.execute(tx)
  if (numAffectedRows !== 1n || rows[0]?.state !== 'sending') return 'later'
  const dueMs = await nextDueMs(tx, campaignId)
  if (dueMs === null) {
    // The next batch settles rows that a runner without its lease still holds.
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
