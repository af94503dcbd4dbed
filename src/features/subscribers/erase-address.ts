import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/**
 * Locked while a campaign's recipients are inserted. Otherwise an address that the insertion has read could be erased
 * and then inserted as a recipient.
 */
const recipientsLock = sql`hashtextextended('campaign lists', 0)`

/** Prevents erasures until `tx` ends, and waits for running ones. */
export async function holdErasures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${recipientsLock})`.execute(tx)
}

/**
 * Prevents the insertion of recipients until `tx` ends. Code that locks a row of the list before erasing it takes this
 * lock first, as `eraseAddress` does: in the other order two erasures of one address would deadlock.
 */
export async function beginErasure(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${recipientsLock})`.execute(tx)
}

/**
 * Erases an address with everything that only the list stores about it: sign-up, consent log, campaign rows, e-mails of
 * the list. An objection stays, as a hash, so that no older copy of the list brings the address back. Does nothing for
 * an address that was never on the list. `email`: lower-case.
 */
export async function eraseAddress(tx: Tx, email: string): Promise<void> {
  await beginErasure(tx)
  const { rows } = await sql`
    select from public.email_signups where email = ${email}
    union all select from private.consent_log where email = ${email} limit 1`.execute(tx)
  await removeTraces(tx, [email])
  if (rows.length === 0) return
  await sql`
    insert into private.suppressions (address_hash, reason) values (private.address_hash(${email}), 'unsubscribed')
    on conflict (address_hash) do nothing`.execute(tx)
}

/** The same for many, without an objection: these addresses have one already, or need none. */
export async function removeTraces(tx: Tx, emails: string[]): Promise<void> {
  await sql`delete from public.email_signups where email = any(${emails})`.execute(tx)
  await sql`delete from private.consent_log where email = any(${emails})`.execute(tx)
  await sql`delete from private.campaign_recipients where email = any(${emails})`.execute(tx)
  await sql`
    delete from private.mailbox m where lower(m.recipient) = any(${emails})
      and not exists (select from private.outbox o where o.message_id = m.message_id and o.kind not like 'subscriber\\_%')`.execute(
    tx,
  )
  await sql`delete from private.outbox where lower(recipient) = any(${emails}) and kind like 'subscriber\\_%'`.execute(
    tx,
  )
}
