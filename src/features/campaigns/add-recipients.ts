import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/**
 * Why a subscriber (`s`) may not get e-mail, as text, or null. The set-based form of the function `private.can_email`,
 * which checks one e-mail at sending: a hundred thousand calls of that function take seconds. The query must join
 * `suppressed`.
 */
export const exclusionReason = sql<string | null>`coalesce(n.reason,
  case when s.unsubscribed_at is not null then coalesce(s.unsubscribe_reason, 'unsubscribed')
       when s.confirmed_at is null then 'unconfirmed' end)`
export const suppressed = sql`left join private.suppressions n on n.address_hash = private.address_hash(s.email)`

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
