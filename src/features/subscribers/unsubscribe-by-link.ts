import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { shop } from '#shop'
import type { SuppressionReason } from './subscriber-deps.ts'

/**
 * Unsubscribes by the token of an e-mail link. The objection covers the sign-up and every address it ever had, also
 * after its row is deleted: an address that is added again still gets no e-mail. A repetition changes nothing; a
 * complaint replaces a plain objection, never the reverse. The owner gets one notification of a complaint per sign-up.
 */
export async function unsubscribeByLink(
  tx: Tx,
  queue: Queue,
  { signupId, reason }: { signupId: string; reason: SuppressionReason },
): Promise<void> {
  // The row first, then the objections: two transactions with different orders would deadlock.
  const isKnown = await unsubscribeRow(tx, signupId, reason, { wait: true })
  await sql`
    insert into private.suppressions as n (address_hash, reason)
    select distinct private.address_hash(email) as hash, ${reason} from private.consent_log
     where signup_id = ${signupId} order by hash
    on conflict (address_hash) do update set reason = excluded.reason
      where excluded.reason = 'complaint' and n.reason <> 'complaint'`.execute(tx)
  if (!isKnown) {
    await logWithoutRow(tx, signupId, reason)
    // A sign-up may exist again under the same id. A worker that has the row locked reads the new objection before it
    // sends.
    await unsubscribeRow(tx, signupId, reason, { wait: false })
  }
  if (reason === 'complaint') await notifyOwner(tx, queue, signupId)
}

/** Unsubscribes an address that a mail provider reports. It need not be on the list. `email`: any case. */
export async function unsubscribeAddress(
  tx: Tx,
  queue: Queue,
  { email, reason }: { email: string; reason: SuppressionReason },
): Promise<void> {
  const address = email.toLowerCase()
  const row = await tx.selectFrom('email_signups').select('id').where('email', '=', address).executeTakeFirst()
  if (row) await unsubscribeByLink(tx, queue, { signupId: row.id, reason })
  else await tx.insertInto('private.consent_log').values({ email: address, event: reason }).execute()
  await sql`
    insert into private.suppressions as n (address_hash, reason) values (private.address_hash(${address}), ${reason})
    on conflict (address_hash) do update set reason = excluded.reason
      where excluded.reason = 'complaint' and n.reason <> 'complaint'`.execute(tx)
}

/** Takes the row off the list; the database stores the evidence and the objection. Returns whether there is a row. */
async function unsubscribeRow(
  tx: Tx,
  signupId: string,
  reason: SuppressionReason,
  { wait }: { wait: boolean },
): Promise<boolean> {
  const query = tx
    .selectFrom('email_signups')
    .select(['unsubscribed_at', 'unsubscribe_reason'])
    .where('id', '=', signupId)
    .forUpdate()
  const row = await (wait ? query : query.skipLocked()).executeTakeFirst()
  if (!row) return false
  const isNew = row.unsubscribed_at === null || (reason === 'complaint' && row.unsubscribe_reason !== 'complaint')
  if (isNew) {
    await tx
      .updateTable('email_signups')
      .set({
        unsubscribed_at: sql<Date>`coalesce(unsubscribed_at, public.shop_now())`,
        unsubscribe_reason: reason,
      })
      .where('id', '=', signupId)
      .execute()
  }
  return true
}

async function logWithoutRow(tx: Tx, signupId: string, reason: SuppressionReason): Promise<void> {
  await sql`
    insert into private.consent_log (email, event, signup_id)
    select distinct l.email, ${reason}, ${signupId}::uuid from private.consent_log l
     where l.signup_id = ${signupId}
       and not exists (select from private.consent_log k where k.signup_id = l.signup_id and k.event = ${reason})`.execute(
    tx,
  )
}

async function notifyOwner(tx: Tx, queue: Queue, signupId: string): Promise<void> {
  await queueEmail(tx, queue, {
    kind: 'subscriber_complaint',
    cause: signupId,
    recipient: shop.email,
    data: { signupId },
  })
}

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
