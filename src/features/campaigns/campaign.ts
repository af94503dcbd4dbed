import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** A campaign as the back office shows it. `queued`: not sent yet, those in delivery included. */
export type Campaign = {
  id: string
  subject: string
  message: string
  provider: 'smtp' | 'klaviyo'
  state: 'sending' | 'paused' | 'done'
  paused_by: 'admin' | 'machine' | null
  /** The reason of the pause, as text for the owner. */
  reason: string | null
  /** The time of the next automatic try. */
  resume_at: Date | null
  created_at: Date
  finished_at: Date | null
  /** The first fifty that failed. */
  failures: { email: string; error: string }[]
} & Counts

export type Counts = {
  total: number
  sent: number
  failed: number
  /** The number of e-mails that may or may not have been sent. */
  unknown: number
  queued: number
  /** Objections since the campaign began. */
  skipped: number
}

/** The campaign of this id; without one the latest active one, otherwise the latest; null if there is none. */
export async function findCampaign(tx: Tx, id: string | null): Promise<Campaign | null> {
  const { rows } = await sql<Omit<Campaign, keyof Counts>>`
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
