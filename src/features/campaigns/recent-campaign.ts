import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { exclusionReason, suppressed } from './add-recipients.ts'
import type { AudienceRow } from './campaign.contract.ts'
import { type CampaignContent, contentHash } from './campaign-content.ts'

/** Another campaign of the last 7 days: how many of these recipients it has, and when the last copy left. */
type RecentCampaign = NonNullable<AudienceRow['had_another']>

/**
 * The latest other campaign that recipients of this text had, or are still to get, within 7 days; null if there is
 * none. Copies that failed for good do not count.
 */
export async function findRecentCampaign(tx: Tx, content: CampaignContent): Promise<RecentCampaign | null> {
  const { rows } = await sql<RecentCampaign>`
    with these as (select id from private.campaigns where content_hash = ${contentHash(content)}),
    other as (
      select c.id, c.subject, r.email, coalesce(r.finished_at, c.created_at) as at
        from private.campaigns c
        join private.campaign_recipients r on r.campaign_id = c.id and r.state in ('waiting', 'sending', 'sent', 'unknown')
       where c.id not in (select id from these)
         and coalesce(r.finished_at, c.created_at) > public.shop_now() - interval '7 days'
    )
    select other.subject, count(*)::int as count, max(other.at) as at,
        max(other.at) > public.shop_now() - interval '24 hours' as is_within_a_day
      from other
      join public.email_signups s on s.email = other.email ${suppressed}
     where ${exclusionReason} is null
       and not exists (select from private.campaign_recipients had where had.email = s.email
         and had.campaign_id in (select id from these) and had.state <> 'skipped')
     group by other.id, other.subject order by 3 desc limit 1`.execute(tx)
  return rows[0] ?? null
}
