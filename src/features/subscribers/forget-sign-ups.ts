import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { removeTraces } from './erase-address.ts'

const unconfirmedDays = 30
const leftYears = 2
const atOnce = 500

/**
 * Forgets who never said by the letter that it was she, after 30 days, and who left, after two years: longer than anybody
 * asks by what right she was written to. Of those who said no the hash stays. And puts the list's own books in order.
 */
export async function forgetSignUps(db: Db): Promise<void> {
  while ((await db.asService(forgetSome)) === atOnce);
  await db.asService((tx) =>
    sql`delete from private.consent_log l
      where l.at < public.shop_now() - ${leftYears} * interval '1 year'
        and not exists (select from public.email_signups s where s.email = l.email)`.execute(tx),
  )
  await db.asService(takeOffWhoSaidNo)
  await db.asService(drawCountsTogether)
}

/** Where somebody said no for an address that is another's by now, the row is told: first the row, then the no. */
async function takeOffWhoSaidNo(tx: Tx): Promise<void> {
  await sql`
    with those as (select s.id, n.at, n.reason from public.email_signups s
      join private.suppressions n on n.address_hash = private.address_hash(s.email)
      where s.confirmed_at is not null and s.unsubscribed_at is null for update of s skip locked)
    update public.email_signups s set unsubscribed_at = those.at, unsubscribe_reason = nullif(those.reason, 'unsubscribed')
      from those where s.id = those.id`.execute(tx)
}

/** What every change of the list added to its counts, as one row. */
async function drawCountsTogether(tx: Tx): Promise<void> {
  await sql`
    with gone as (delete from private.signup_counts returning on_list, unconfirmed, off_list)
    insert into private.signup_counts (on_list, unconfirmed, off_list)
    select sum(on_list), sum(unconfirmed), sum(off_list) from gone having count(*) > 0`.execute(tx)
}

async function forgetSome(tx: Tx): Promise<number> {
  const { rows } = await sql<{ email: string }>`
    select email from public.email_signups
     where (confirmed_at is null and created_at < public.shop_now() - ${unconfirmedDays} * interval '1 day'
       or unsubscribed_at < public.shop_now() - ${leftYears} * interval '1 year')
     limit ${atOnce} for update skip locked`.execute(tx)
  if (rows.length > 0) {
    await removeTraces(
      tx,
      rows.map(({ email }) => email),
    )
  }
  return rows.length
}
