import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'

/**
 * Erases an address from the list with whatever only the list knew of it: sign-up, proofs of consent, its places in
 * campaigns, letters that belong to no order and no account. What stays is that it wants no letters, as a hash, so that no
 * older copy of the list brings it back. Does nothing for an address that was never on the list. `email`: lower-case.
 */
export async function eraseAddress(tx: Tx, email: string): Promise<void> {
  const { rows } = await sql`
    select 1 from public.email_signups where email = ${email}
    union all select 1 from private.consent_log where email = ${email} limit 1`.execute(tx)
  if (rows.length > 0) {
    await sql`
      insert into private.suppressions (address_hash, reason) values (private.address_hash(${email}), 'unsubscribed')
      on conflict (address_hash) do nothing`.execute(tx)
  }
  await sql`delete from public.email_signups where email = ${email}`.execute(tx)
  await sql`delete from private.consent_log where email = ${email}`.execute(tx)
  await sql`delete from private.campaign_recipients where email = ${email}`.execute(tx)
  await sql`
    delete from private.mailbox m where lower(m.recipient) = ${email}
      and not exists (select from private.outbox o where o.message_id = m.message_id
        and (o.order_id is not null or o.data ? 'userId'))`.execute(tx)
  await sql`
    delete from private.outbox o
     where lower(o.recipient) = ${email} and o.order_id is null and not o.data ? 'userId'`.execute(tx)
}
