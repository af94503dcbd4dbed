import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** How long a mistaken press can be undone. */
const undoMinutes = 60

/**
 * Whether an objection through the link is recent enough to be undone. Never true for a complaint or a provider's
 * report.
 */
export const isUndoable = sql<boolean>`coalesce(unsubscribe_reason = 'unsubscribed'
  and unsubscribed_at > public.shop_now() - ${undoMinutes} * interval '1 minute', false)`

/**
 * Undoes a recent objection: restores the row and removes the objections of that press; an older objection stays in
 * force. Returns whether that was possible.
 */
export async function undoUnsubscribe(tx: Tx, signupId: string): Promise<boolean> {
  const { rows } = await sql<{ at: string }>`
    select unsubscribed_at::text as at from public.email_signups
     where id = ${signupId} and ${isUndoable} for update`.execute(tx)
  const [row] = rows
  if (!row) return false
  await sql`
    delete from private.suppressions
     where reason = 'unsubscribed' and at = ${row.at}::timestamptz
       and address_hash in (
         select private.address_hash(email) from private.consent_log where signup_id = ${signupId}
         union select private.address_hash(email) from public.email_signups where id = ${signupId})`.execute(tx)
  // The objection also unsubscribed other rows with one of its addresses.
  await sql`
    update public.email_signups set unsubscribed_at = null, unsubscribe_reason = null
     where (id = ${signupId} or unsubscribed_at = ${row.at}::timestamptz and unsubscribe_reason is null
       and email in (select email from private.consent_log where signup_id = ${signupId}))`.execute(tx)
  return true
}
