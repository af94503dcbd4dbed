import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { removeTraces } from './erase-address.ts'

const unconfirmedDays = 30
const unsubscribedYears = 2
const batchSize = 500

/**
 * Deletes unconfirmed sign-ups after 30 days and unsubscribed rows after two years, when they are no longer needed as
 * evidence. The hash of an objection stays. Then takes addresses with an objection off the list and sums the stored
 * counts.
 */
export async function forgetSignUps(db: Db): Promise<void> {
  while ((await db.asService(deleteSome)) === batchSize);
  await db.asService((tx) =>
    sql`delete from private.consent_log l
      where l.at < public.shop_now() - ${unsubscribedYears} * interval '1 year'
        and not exists (select from public.email_signups s where s.email = l.email)`.execute(tx),
  )
  await db.asService(unsubscribeSuppressed)
  await db.asService(sumCounts)
}

/** Marks rows whose address has an objection through another row: first the row, then the objection. */
async function unsubscribeSuppressed(tx: Tx): Promise<void> {
  await sql`
    with those as (select s.id, n.at, n.reason from public.email_signups s
      join private.suppressions n on n.address_hash = private.address_hash(s.email)
      where s.confirmed_at is not null and s.unsubscribed_at is null for update of s skip locked)
    update public.email_signups s set unsubscribed_at = those.at, unsubscribe_reason = nullif(those.reason, 'unsubscribed')
      from those where s.id = those.id`.execute(tx)
}

/** Sums the differences of all changes into one row of counts. */
async function sumCounts(tx: Tx): Promise<void> {
  await sql`
    with gone as (delete from private.signup_counts returning subscribed, unconfirmed, unsubscribed)
    insert into private.signup_counts (subscribed, unconfirmed, unsubscribed)
    select sum(subscribed), sum(unconfirmed), sum(unsubscribed) from gone having count(*) > 0`.execute(tx)
}

async function deleteSome(tx: Tx): Promise<number> {
  const { rows } = await sql<{ email: string }>`
    select email from public.email_signups
     where (confirmed_at is null and created_at < public.shop_now() - ${unconfirmedDays} * interval '1 day'
       or unsubscribed_at < public.shop_now() - ${unsubscribedYears} * interval '1 year')
     limit ${batchSize} for update skip locked`.execute(tx)
  if (rows.length > 0) {
    await removeTraces(
      tx,
      rows.map(({ email }) => email),
    )
  }
  return rows.length
}
