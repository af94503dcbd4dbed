import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Held while a campaign's list is drawn up: an erasure in its midst would leave behind whom the list has just read. */
const beingDrawnUp = sql`hashtextextended('campaign lists', 0)`

/** Lets no address be erased until `tx` ends, and waits for those that are being erased. */
export async function holdErasures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${beingDrawnUp})`.execute(tx)
}

/**
 * Lets no list be drawn up until `tx` ends. Whoever locks a row of the list before erasing it asks for this first, as
 * `eraseAddress` does: in the other order two erasures of one address would stop each other.
 */
export async function beginErasure(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${beingDrawnUp})`.execute(tx)
}

/**
 * Erases an address from the list with whatever only the list knew of it: sign-up, proofs of consent, its places in
 * campaigns, letters of the list. What stays is that it wants no letters, as a hash, so that no older copy of the list
 * brings it back. Does nothing for an address that was never on the list. `email`: lower-case.
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

/** The same for many, without a word for or against letters: whoever is asked for no no has one already, or needs none. */
export async function removeTraces(tx: Tx, emails: string[]): Promise<void> {
  await sql`delete from public.email_signups where email = any(${emails})`.execute(tx)
  await sql`delete from private.consent_log where email = any(${emails})`.execute(tx)
  await sql`delete from private.campaign_recipients where email = any(${emails})`.execute(tx)
  await sql`
    delete from private.mailbox m where lower(m.recipient) = any(${emails})
      and not exists (select from private.outbox o where o.message_id = m.message_id and o.kind not like 'list\\_%')`.execute(
    tx,
  )
  await sql`delete from private.outbox where lower(recipient) = any(${emails}) and kind like 'list\\_%'`.execute(tx)
}
