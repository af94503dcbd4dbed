import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'

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
async function removeTraces(tx: Tx, emails: string[]): Promise<void> {
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

/** Everything the list stores about an address: its row, the consent log, the campaigns sent to it. */
type OwnPlace = {
  entry: object | null
  /**
   * The objection of the address, if there is one: stored as a hash of the address, and kept when all other data is
   * deleted.
   */
  said_no: object | null
  history: object[]
  campaigns: object[]
}

/** The subscriber data of an address, for the customer's data export. `email`: lower-case and verified. */
export async function collectSubscriberData(tx: Tx, email: string): Promise<OwnPlace> {
  const entry = await tx
    .selectFrom('email_signups')
    .select([
      'email',
      'created_at as signed_up_at',
      'source',
      'source_name',
      'consented_at',
      'consent_text as agreed_to',
    ])
    .select(['consent_ip as ip_address', 'confirmed_at', 'unsubscribed_at', 'unsubscribe_reason'])
    .where('email', '=', email)
    .executeTakeFirst()
  const no = await tx
    .selectFrom('private.suppressions')
    .select(['at', 'reason'])
    .where(sql<boolean>`address_hash = private.address_hash(${email})`)
    .executeTakeFirst()
  const history = await tx
    .selectFrom('private.consent_log')
    .select(['at', 'event', 'source', 'consent_text as agreed_to', 'ip as ip_address'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()
  const campaigns = await tx
    .selectFrom('private.campaign_recipients as r')
    .innerJoin('private.campaigns as c', 'c.id', 'r.campaign_id')
    .select(['c.subject', 'r.state', 'r.finished_at'])
    .where('r.email', '=', email)
    .orderBy('r.id')
    .execute()
  return { entry: entry ?? null, said_no: no ?? null, history, campaigns }
}
