import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/**
 * Why somebody on the list (`s`) is not written to, as text, or null. It says for whole lists at a time what the function
 * `private.may_be_written_to` says of one person when her letter leaves: calling that a hundred thousand times takes
 * seconds. Needs `suppressed` beside it.
 */
export const whyNot = sql<string | null>`coalesce(n.reason,
  case when s.unsubscribed_at is not null then coalesce(s.unsubscribe_reason, 'unsubscribed')
       when s.confirmed_at is null then 'unconfirmed' end)`
export const suppressed = sql`left join private.suppressions n on n.address_hash = private.address_hash(s.email)`

/** So many sign-ups are looked at by one statement, so that none comes near the five seconds a statement may take. */
const chunk = 20_000

/**
 * Adds everybody who may be written to and is not in the campaign yet, those who asked first at the front. Somebody who
 * was skipped, and has asked again since, is in it again. Nobody else's row is touched. All in `tx`, whatever the number.
 */
export async function addRecipients(tx: Tx, campaignId: string): Promise<void> {
  let after: { at: string; id: string } | null = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  while (after) after = await addChunk(tx, campaignId, after)
}

async function addChunk(tx: Tx, campaignId: string, after: { at: string; id: string }) {
  const { rows } = await sql<{ at: string; id: string; looked_at: number }>`
    with looked as (
      select s.id, s.email, s.created_at, ${whyNot} as why_not
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
      on conflict on constraint campaign_recipients_once do update
        set state = 'waiting', attempts = 0, next_attempt_at = now(), finished_at = null, last_error = null
        where r.state = 'skipped'
    )
    select created_at::text as at, id, (select count(*)::int from looked) as looked_at
      from looked order by created_at desc, id desc limit 1`.execute(tx)
  const [last] = rows
  return last && last.looked_at === chunk ? { at: last.at, id: last.id } : null
}
