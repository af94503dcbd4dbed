import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** As long as a page may lie open in front of somebody who pressed by mistake. */
const takeBackMinutes = 60

/** Whether a plain no by the link is so fresh that it may be taken back. Not a complaint, nor what a provider reported. */
export const mayBeTakenBack = sql<boolean>`coalesce(unsubscribe_reason = 'unsubscribed'
  and unsubscribed_at > public.shop_now() - ${takeBackMinutes} * interval '1 minute', false)`

/**
 * "That was a mistake": she who said no a moment ago is on the list as she was before, and the noes kept by that very act
 * go; an older one stays and holds. Gives whether it could be done.
 */
export async function takeBack(tx: Tx, signupId: string): Promise<boolean> {
  const { rows } = await sql<{ at: string }>`
    select unsubscribed_at::text as at from public.email_signups
     where id = ${signupId} and ${mayBeTakenBack} for update`.execute(tx)
  const [row] = rows
  if (!row) return false
  await sql`
    delete from private.suppressions
     where reason = 'unsubscribed' and at = ${row.at}::timestamptz
       and address_hash in (
         select private.address_hash(email) from private.consent_log where signup_id = ${signupId}
         union select private.address_hash(email) from public.email_signups where id = ${signupId})`.execute(tx)
  // Her act took whatever other row has one of her addresses off with her.
  await sql`
    update public.email_signups set unsubscribed_at = null, unsubscribe_reason = null
     where (id = ${signupId} or unsubscribed_at = ${row.at}::timestamptz and unsubscribe_reason is null
       and email in (select email from private.consent_log where signup_id = ${signupId}))`.execute(tx)
  return true
}
