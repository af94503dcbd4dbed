import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** The waitlist entries of an address, for the customer's data export. `email`: lower-case and verified. */
export async function collectWaitlist(tx: Tx, email: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select p.name as garment, w.size, w.requested_at as asked_at, w.source, w.consent_text as agreed_to, w.consent_ip as ip_address,
      w.confirmed_at, w.notified_at as told_at
      from private.waitlist w left join public.products p on p.id = w.product_id
     where w.email = ${email} order by w.requested_at, w.id`.execute(tx)
  return rows
}

/** Deletes an address from every waitlist, with the e-mails about it. `email`: lower-case. */
export async function eraseWaitlist(tx: Tx, email: string): Promise<void> {
  await sql`delete from private.waitlist where email = ${email}`.execute(tx)
  await sql`
    delete from private.mailbox m using private.outbox o
     where o.message_id = m.message_id and o.kind like 'waitlist\\_%' and lower(o.recipient) = ${email}`.execute(tx)
  await sql`delete from private.outbox where kind like 'waitlist\\_%' and lower(recipient) = ${email}`.execute(tx)
}
