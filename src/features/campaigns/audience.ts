import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { AudienceRow, LeftOut } from './campaign.contract.ts'
import { type CampaignContent, contentHash } from './campaign-content.ts'

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

/**
 * Why a subscriber (`s`) may not get e-mail, as text, or null. The set-based form of the function `private.can_email`,
 * which checks one e-mail at sending: a hundred thousand calls of that function take seconds. The query must join
 * `suppressed`.
 */
const exclusionReason = sql<string | null>`coalesce(n.reason,
  case when s.unsubscribed_at is not null then coalesce(s.unsubscribe_reason, 'unsubscribed')
       when s.confirmed_at is null then 'unconfirmed' end)`
const suppressed = sql`left join private.suppressions n on n.address_hash = private.address_hash(s.email)`

/** Sign-ups per statement, so that each stays far below the limit of five seconds. */
const chunk = 20_000

/**
 * Adds all subscribers who may get e-mail and are not in the campaign yet, in order of their sign-up. A skipped
 * subscriber who has signed up again is added again. No other row changes. All in `tx`, whatever the number.
 */
export async function addRecipients(tx: Tx, campaignId: string): Promise<void> {
  let after: { at: string; id: string } | null = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  while (after) after = await addChunk(tx, campaignId, after)
}

async function addChunk(tx: Tx, campaignId: string, after: { at: string; id: string }) {
  const { rows } = await sql<{ at: string; id: string; looked_at: number }>`
    with looked as (
      select s.id, s.email, s.created_at, ${exclusionReason} as why_not
        from (select * from public.email_signups
               where (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
               order by created_at, id limit ${chunk}) s ${suppressed}
    ), added as (
      insert into private.campaign_recipients as r (campaign_id, signup_id, email)
      select ${campaignId}, looked.id, looked.email from looked
       where looked.why_not is null
         and not exists (select from private.campaign_recipients known
                          where known.campaign_id = ${campaignId} and known.email = looked.email
                            and known.state <> 'skipped')
       order by looked.created_at, looked.id
      on conflict on constraint campaign_recipients_campaign_id_email_key do update
        set state = 'waiting', attempts = 0, next_attempt_at = now(), finished_at = null, last_error = null
        where r.state = 'skipped'
    )
    select created_at::text as at, id, (select count(*)::int from looked) as looked_at
      from looked order by created_at desc, id desc limit 1`.execute(tx)
  const [last] = rows
  return last && last.looked_at === chunk ? { at: last.at, id: last.id } : null
}

/** Whether the recipients of a campaign (`c`) are forgotten: two years after its end. Its text is not sent again. */
export const isForgotten = sql<boolean>`c.state = 'done' and c.finished_at < public.shop_now() - interval '2 years'`

/** Deletes recipients of campaigns that are forgotten, at most `most`. The campaign's text stays. Returns how many. */
export async function forgetRecipients(tx: Tx, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from private.campaign_recipients where id in (
      select r.id from private.campaigns c join private.campaign_recipients r on r.campaign_id = c.id
       where ${isForgotten} limit ${most} for update of r, c skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
