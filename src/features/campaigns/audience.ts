import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { exclusionReason, suppressed } from './add-recipients.ts'
import type { AudienceRow, LeftOut } from './campaign.contract.ts'
import { type CampaignContent, contentHash } from './campaign-content.ts'
import { findRecentCampaign } from './recent-campaign.ts'

/**
 * The subscribers who would get this text now, and the others by reason: the parts add up to the list. And warnings:
 * the shop is not open yet, or the recipients had another e-mail recently.
 */
export async function countAudience(tx: Tx, content: CampaignContent, launchAt: Date): Promise<AudienceRow> {
  const { rows } = await sql<{ why: LeftOut | null; count: number }>`
    select coalesce(${exclusionReason}, case when had.email is not null then 'had_it' end) as why, count(*)::int as count
      from public.email_signups s ${suppressed}
      left join private.campaign_recipients had on had.email = s.email and had.state in ('sent', 'unknown', 'failed')
       and had.campaign_id = (select id from private.campaigns where content_hash = ${contentHash(content)})
     group by 1`.execute(tx)
  const of = (why: LeftOut | null) => rows.find((row) => row.why === why)?.count ?? 0
  const left_out = {
    unsubscribed: of('unsubscribed'),
    complaint: of('complaint'),
    bounced: of('bounced'),
    unconfirmed: of('unconfirmed'),
    had_it: of('had_it'),
  }
  return {
    on_list: rows.reduce((sum, { count }) => sum + count, 0),
    will_get: of(null),
    left_out,
    opens_at: await whileAhead(tx, launchAt),
    had_another: await findRecentCampaign(tx, content),
  }
}

async function whileAhead(tx: Tx, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ ahead: boolean }>`select ${at}::timestamptz > public.shop_now() as ahead`.execute(tx)
  return rows[0]?.ahead ? at : null
}
