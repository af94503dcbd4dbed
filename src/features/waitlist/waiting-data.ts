import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** What an address waits for, for the person whose it is, to take along. `email`: lower-case, and known to be hers. */
export async function collectWaiting(tx: Tx, email: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select p.name as garment, w.size, w.asked_at, w.source, w.consent_text as agreed_to, w.consent_ip as ip_address,
      w.confirmed_at, w.told_at
      from private.waiting_list w left join public.products p on p.id = w.product_id
     where w.email = ${email} order by w.asked_at, w.id`.execute(tx)
  return rows
}

/** Takes an address off every waiting list, with the letters about it. `email`: lower-case. */
export async function eraseWaiting(tx: Tx, email: string): Promise<void> {
  await sql`delete from private.waiting_list where email = ${email}`.execute(tx)
  await sql`
    delete from private.mailbox m using private.outbox o
     where o.message_id = m.message_id and o.kind like 'waiting\\_%' and lower(o.recipient) = ${email}`.execute(tx)
  await sql`delete from private.outbox where kind like 'waiting\\_%' and lower(recipient) = ${email}`.execute(tx)
}
