import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** The time in which a mistaken press can be undone. */
const takeBackMinutes = 60

/** Whether a plain objection by the link is recent enough to be undone. Not a complaint, nor a provider's report. */
export const mayBeTakenBack = sql<boolean>`coalesce(unsubscribe_reason = 'unsubscribed'
  and unsubscribed_at > public.shop_now() - ${takeBackMinutes} * interval '1 minute', false)`

/**
 * Undoes a recent objection: the row is on the list as before, and the objections of that same act are removed; an
 * older one stays in force. Returns whether it was possible.
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
  // The objection also took other rows with one of its addresses off the list.
  await sql`
    update public.email_signups set unsubscribed_at = null, unsubscribe_reason = null
     where (id = ${signupId} or unsubscribed_at = ${row.at}::timestamptz and unsubscribe_reason is null
       and email in (select email from private.consent_log where signup_id = ${signupId}))`.execute(tx)
  return true
}
