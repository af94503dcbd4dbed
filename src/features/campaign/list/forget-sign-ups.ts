import { sql } from 'kysely'
import type { Db, Tx } from '#infrastructure/db/db.ts'
import { removeTraces } from './erase-address.ts'

const unconfirmedDays = 30
const leftYears = 2
const atOnce = 500

/**
 * Forgets who never said by the letter that it was she, after 30 days, and who left, after two years: longer than anybody
 * asks by what right she was written to. Of those who said no the hash stays.
 */
export async function forgetSignUps(db: Db): Promise<void> {
  while ((await db.asService(forgetSome)) === atOnce);
  await db.asService((tx) =>
    sql`delete from private.consent_log l
      where l.at < public.shop_now() - ${leftYears} * interval '1 year'
        and not exists (select from public.email_signups s where s.email = l.email)`.execute(tx),
  )
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
