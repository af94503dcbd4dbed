import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import type { CampaignDeps } from './campaign-deps.ts'
import { claimCampaign, releaseCampaign, renewEveryMs, renewLease } from './campaign-lease.ts'
import { processCampaignBatch } from './process-campaign-batch.ts'

/** The job that sends one batch of a campaign; its id is the campaign's. */
export const sendCampaignJob = 'campaign.send'

/**
 * Handles `campaign.send`: claims the campaign, sends one batch, releases it and queues itself again. Any number may
 * run: without the campaign's lease it does nothing.
 */
export function runCampaignJob(campaignDeps: CampaignDeps): (id: string) => Promise<void> {
  const { db, queue, log, sender } = campaignDeps
  return async (campaignId) => {
    const run = { campaignId, runner: randomUUID() }
    const lease = await db.asService((tx) => claimCampaign(tx, run, sender))
    if (!lease) return
    const renewing = setInterval(() => {
      db.asService((tx) => renewLease(tx, run)).catch((error: unknown) =>
        log.warn({ error, campaign: campaignId }, 'a running campaign could not renew its lease'),
      )
    }, renewEveryMs)
    try {
      const end = await processCampaignBatch(campaignDeps, run, lease)
      if (end.halt !== null) log.warn({ campaign: campaignId, failures: end.failuresInARow }, 'a campaign was paused')
      await db.asService(async (tx) => {
        if ((await releaseCampaign(tx, run, end)) === 'now') await queue.enqueue(tx, sendCampaignJob, campaignId)
      })
    } finally {
      clearInterval(renewing)
    }
  }
}

/** Finds active campaigns without a runner: after a crash, a lost job or a pause. */
export function sweepCampaigns({ db, queue, everySeconds = 15 }: Pick<CampaignDeps, 'db' | 'queue'> & SweepOptions) {
  return sweep({ db, queue, name: sendCampaignJob, everySeconds, unfinished: idleCampaigns })
}

type SweepOptions = { everySeconds?: number }

async function idleCampaigns(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from private.campaigns c join private.campaign_runs r on r.campaign_id = c.id
     where c.state <> 'done' and (r.leased_until is null or r.leased_until < now())
       and (c.resume_at is null or c.resume_at <= now())
       and (c.state = 'sending' or (c.paused_by = 'machine' and c.resume_at is not null))
     order by c.created_at limit 100`.execute(tx)
  return rows.map((row) => row.id)
}
