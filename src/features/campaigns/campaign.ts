import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { CampaignRow } from './campaign.contract.ts'

type Counts = Pick<CampaignRow, 'total' | 'sent' | 'failed' | 'unknown' | 'queued' | 'skipped'>

/** The campaign of this id; without one the latest active one, otherwise the latest; null if there is none. */
export async function findCampaign(tx: Tx, id: string | null): Promise<CampaignRow | null> {
  const { rows } = await sql<Omit<CampaignRow, keyof Counts>>`
    select id, subject, message, provider, state, paused_by, reason, resume_at, created_at, finished_at,
      (select coalesce(json_agg(failed), '[]') from (
         select email, coalesce(last_error, '') as error from private.campaign_recipients
          where campaign_id = c.id and state = 'failed' order by id limit 50) failed) as failures
      from private.campaigns c where ${id === null ? sql`true` : sql`id = ${id}`}
     order by (state = 'sending' or coalesce(paused_by = 'machine', false)) desc, created_at desc, id
     limit 1`.execute(tx)
  const [campaign] = rows
  return campaign ? { ...campaign, ...(await countRecipients(tx, campaign.id)) } : null
}

/** The progress. The parts always add up to the total. */
async function countRecipients(tx: Tx, campaignId: string): Promise<Counts> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from private.campaign_recipients
     where campaign_id = ${campaignId} group by state`.execute(tx)
  const of = (...states: string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0)
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    sent: of('sent'),
    failed: of('failed'),
    unknown: of('unknown'),
    queued: of('waiting', 'sending'),
    skipped: of('skipped'),
  }
}
